"""Recalling a published round: what it leaves, who is in the draw afterwards, what stands in its way."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing.commands import recalling
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.results.commands.results import enter_result, undo_result
from tdapp.events.entries.commands.entrants import add_entrant
from tdapp.events.entries.commands.presence import check_in, mark_missing, substitute
from tdapp.events.models import Division, Entrant, Presence, Slot, Table
from tdapp.judging.models import Call
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tests import factories
from tests.desk.drafting import publish

pytestmark = pytest.mark.django_db


def test_a_recall_leaves_nothing_and_prints_version_2_next(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    told = recalling.recall_round(ctx, round_, reason="wrong plan")
    assert told["void_print_version"] == 1
    assert not Table.objects.filter(round__division=division).exists()
    assert PairingRun.objects.get(round=round_).status == "recalled"
    assert publish(ctx, division).print_version == 2


def test_who_came_while_a_round_stood_is_in_its_draw_once_it_is_recalled(
    hall: tuple[Context, Division],
) -> None:
    ctx, division = hall
    late = division.entrants.get(number=2)
    division.entrants.filter(pk=late.pk).update(checked_in_at=None)
    mark_missing(ctx, division, round_number=1)
    round_ = publish(ctx, division)
    add_entrant(ctx, division, surname="Walkin", arrived=True)
    check_in(ctx, Entrant.objects.select_related("division__event").get(pk=late.pk))
    assert Presence.objects.filter(entrant__division=division).count() == 2
    told = recalling.recall_round(ctx, round_, reason="two came late")
    assert [name.partition(",")[0] for name in told["in_again"]] == [late.surname, "Walkin"]
    assert not Presence.objects.filter(entrant__division=division).exists()
    seated = Slot.objects.filter(round=publish(ctx, division)).values_list("entrant__surname", flat=True)
    assert {late.surname, "Walkin"} <= set(seated)


def test_the_page_after_a_recall_says_who_is_in_the_draw_now(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    publish(ctx, division)
    add_entrant(ctx, division, surname="Walkin", given="Lea", arrived=True)
    client = Client()
    client.force_login(factories.member(division.event, "director"))
    where = reverse("desk:round_recall", args=[division.event.slug, division.slug, 1])
    told = client.post(where, {"reason": "one came late"}, follow=True).content.decode()
    assert "Now in the draw of round 1, too: Walkin, Lea." in told


def test_after_a_recall_a_late_entry_still_missed_the_rounds_before_and_a_substitute_stays_out(
    hall: tuple[Context, Division],
) -> None:
    ctx, division = hall
    for table in publish(ctx, division).tables.all():
        enter_result(ctx, table, entry=Entry(scores=(401, 377)))
    close_round(ctx, division.rounds.select_related("division__event").get(number=1))
    second = publish(ctx, division, 2)
    add_entrant(ctx, division, surname="Walkin", arrived=True)
    leaver = Entrant.objects.select_related("division__event").get(division=division, number=1)
    substitute(ctx, leaver, given="Sub", surname="Stitute", from_round=3)
    assert len(recalling.recall_round(ctx, second, reason="wrong plan")["in_again"]) == 1
    late = Presence.objects.filter(kind="late").order_by("entrant__number")
    assert list(late.values_list("entrant__surname", "last")) == [("Walkin", 1), ("Stitute", 2)]


def test_a_recall_needs_a_reason(hall: tuple[Context, Division]) -> None:
    round_ = publish(*hall)
    with pytest.raises(Refusal) as refused:
        recalling.recall_round(hall[0], round_, reason=" ")
    assert refused.value.code == "no-reason"


def test_a_round_with_a_result_is_never_recalled(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    enter_result(ctx, round_.tables.first(), entry=Entry(scores=(401, 377)))
    with pytest.raises(Refusal) as refused:
        recalling.recall_round(ctx, round_, reason="late")
    assert refused.value.code == "results-in"
    assert Result.objects.count() == 1


def test_a_round_whose_only_result_was_undone_can_be_recalled(hall: tuple[Context, Division]) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    clerk = factories.user("clerk")
    mine = Context(clerk.actor, "Clerk", ctx.scope, frozenset({"director"}), "web")
    table = round_.tables.first()
    enter_result(mine, table, entry=Entry(scores=(401, 377)))
    undo_result(mine, table, seen=1)
    recalling.recall_round(mine, round_, reason="draft by mistake")
    assert not Table.objects.exists()
    assert AuditEntry.objects.filter(scope=ctx.scope, intent="result.undo").exists()


def test_a_round_in_which_a_judge_was_called_is_not_recalled_and_says_why(
    hall: tuple[Context, Division],
) -> None:
    ctx, division = hall
    round_ = publish(ctx, division)
    table = Table.objects.select_related("round__division__event").get(round=round_, number=2)
    Call.objects.create(table=table)
    with pytest.raises(Refusal) as refused:
        recalling.recall_round(ctx, round_, reason="wrong list")
    assert refused.value.code == "calls-in"
    assert "tables 2" in refused.value.sentences[0]

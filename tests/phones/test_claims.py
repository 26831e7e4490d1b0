"""What a claim becomes, under each confirm policy (docs/adr/0006-phones.md); and what it never becomes."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Claim, Result, TableQuestion
from tdapp.desk.phones.commands.phones import set_rule
from tdapp.desk.results.commands.claiming import accept
from tdapp.desk.results.commands.claiming import report as report_command
from tdapp.desk.results.commands.results import correct_result, enter_result
from tdapp.events.models import Division, Slot, Table
from tdapp.judging.tables.links import token_of
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import NotAllowed, Refusal
from tests import factories as f
from tests.judging.links import links
from tests.kept import first
from tests.phones.phones import by_phone, device_of, playing, say

pytestmark = pytest.mark.django_db
whole, ready = first(playing)
POLICIES = list(Division.ConfirmPolicy.values)


def standing(hall: f.Hall, table: int = 1) -> tuple[list[int], bool] | None:
    """The table's newest result and whether it counts."""
    row = Result.objects.filter(table=hall.table(table), is_current=True).first()
    return ([line.score for line in row.lines.order_by("seat")], row.in_force) if row else None


def by_link(hall: f.Hall, table: int, *scores: int) -> dict[str, Any]:
    link = links(hall)[table]
    ctx = Context(f"table:{link.pk}", "Table", hall.event.scope_key, frozenset({"table"}), "web")
    assert token_of(link)
    return report_command(ctx, hall.table(table), seat=0, scores=scores, sure=True, cookie=uuid4())


@pytest.mark.parametrize("policy", POLICIES)
def test_one_report_is_a_claim_and_changes_no_score(policy: str) -> None:
    hall = playing(confirm_policy=policy)
    assert say(hall, 1, 1, 412, 388)["state"] == "waits"
    assert standing(hall) is None
    assert not TableQuestion.objects.exists()


@pytest.mark.parametrize("policy", POLICIES)
def test_two_players_who_agree_count_as_two_people_under_every_policy(policy: str) -> None:
    hall = playing(confirm_policy=policy)
    say(hall, 1, 1, 412, 388)
    assert say(hall, 1, 2, 412, 388)["state"] == "counts"
    assert standing(hall) == ([412, 388], True)
    row = Result.objects.get()
    assert (row.entered_by_id, row.entered_name) == (None, "Seat 1 by phone A1")
    assert row.confirmed_name == ("Seat 1 by phone A1" if policy == "single" else "Seat 2 by phone B1")
    assert set(AuditEntry.objects.values_list("intent", flat=True)) >= {"claim.report", "result.enter"}


# The table's link names nobody: with one player's phone it is that player twice, whatever the policy asks for.
@pytest.mark.parametrize("policy", POLICIES)
def test_a_link_and_one_players_phone_are_one_person(policy: str) -> None:
    hall = playing(confirm_policy=policy)
    assert by_link(hall, 1, 412, 388)["state"] == "waits"
    assert say(hall, 1, 1, 412, 388)["state"] == "waits"
    assert standing(hall) is None
    say(hall, 1, 2, 412, 388)
    assert standing(hall) == ([412, 388], True)


# A clerk who takes a claim over has entered it. A checker is a second person beside a player's own phone.
@pytest.mark.parametrize(
    ("policy", "who", "by", "counts"),
    [
        ("single", "clerk", "player", True),
        ("two-people", "clerk", "player", False),
        ("two-slips", "clerk", "player", False),
        ("two-people", "checker", "player", True),
        ("two-slips", "checker", "player", True),
        ("two-people", "checker", "link", False),
        ("two-people", "director", "player", True),
    ],
)
def test_what_a_claim_taken_over_at_the_desk_is(policy: str, who: str, by: str, counts: bool) -> None:
    hall = playing(confirm_policy=policy)
    _ = say(hall, 1, 1, 412, 388) if by == "player" else by_link(hall, 1, 412, 388)
    accept(hall.as_(getattr(hall, who)), _claim(hall))
    assert standing(hall) == ([412, 388], counts)


def _claim(hall: f.Hall, **where: Any) -> Claim:
    return Claim.objects.select_related("table__round__division__event").get(state="stands", **where)


@pytest.mark.parametrize("policy", ["two-people", "two-slips"])
def test_the_opponent_confirms_on_his_phone_what_a_clerk_took_over(policy: str) -> None:
    hall = playing(confirm_policy=policy)
    say(hall, 1, 1, 412, 388)
    accept(hall.as_(hall.clerk), _claim(hall))
    assert say(hall, 1, 2, 412, 388)["state"] == "counts"
    assert standing(hall) == ([412, 388], True)


def test_reports_that_differ_leave_the_score_alone_and_ring_the_desk_with_both_numbers() -> None:
    hall = playing()
    say(hall, 1, 1, 412, 388)
    assert say(hall, 1, 2, 402, 388)["state"] == "differs"
    assert standing(hall) is None
    question = TableQuestion.objects.get(resolved_at=None)
    assert "412–388" in question.text
    assert "402–388" in question.text
    say(hall, 1, 2, 412, 388)
    assert standing(hall) == ([412, 388], True)
    question.refresh_from_db()
    assert question.resolved_at is not None


def test_a_phone_that_contradicts_what_is_in_rings_the_desk_and_changes_nothing() -> None:
    hall = playing()
    f.enter(hall.table(1), 412, 388)
    assert say(hall, 1, 2, 388, 412)["state"] == "differs"
    assert standing(hall) == ([412, 388], True)
    assert "the desk: 412–388" in TableQuestion.objects.get(resolved_at=None).text
    row = hall.table(1)
    entry = Entry(scores=(388, 412))
    correct_result(hall.as_(hall.director), row, entry=entry, seen=1, reason="read again", sure=True)
    assert not TableQuestion.objects.filter(resolved_at=None).exists()


@pytest.mark.parametrize("seats", [3, 4])
def test_at_a_table_of_three_or_four_one_other_player_confirms_and_a_third_may_still_ring(seats: int) -> None:
    hall = playing(seats)
    Slot.objects.all().delete()
    Table.objects.all().delete()
    f.seat(hall.division.rounds.get(), 1, list(hall.division.entrants.order_by("number")))
    scores = (400, 380, 360, 340)[:seats]
    assert say(hall, 1, 2, *scores)["state"] == "waits"
    assert say(hall, 1, 3, *scores)["state"] == "counts"
    assert standing(hall) == (list(scores), True)
    assert say(hall, 1, 1, *reversed(scores))["state"] == "differs"
    assert standing(hall) == (list(scores), True)


def test_equal_scores_need_those_before_unplayed_tiles_from_a_phone_too() -> None:
    hall = playing()
    with pytest.raises(Refusal) as stopped:
        say(hall, 1, 1, 400, 400)
    assert stopped.value.code == "equal-scores"
    say(hall, 1, 1, 400, 400, before=(412, 405))
    say(hall, 1, 2, 400, 400, before=(412, 405))
    assert [line.before for line in Result.objects.get().lines.all()] == [412, 405]


def test_what_is_unusual_is_asked_of_the_phone_and_impossible_scores_are_refused() -> None:
    hall = playing()
    row = hall.table(1)
    slot = row.seats.select_related("round__division__event").get(seat=1)
    for scores, code in (((1900, 380), "ask"), ((9000, 380), "impossible"), ((400,), "impossible")):
        with pytest.raises(Refusal) as stopped:
            report_command(by_phone(slot), row, seat=1, scores=scores, cookie=device_of(slot))
        assert stopped.value.code == code
    assert not Claim.objects.exists()


def test_a_phone_speaks_for_its_own_seat_alone_and_of_the_game_as_it_is_seated() -> None:
    hall = playing()
    row = hall.table(1)
    slot = row.seats.select_related("round__division__event").get(seat=1)
    with pytest.raises(Refusal) as stopped:
        report_command(by_phone(slot), row, seat=2, scores=(1, 2), sure=True)
    assert stopped.value.code == "re-seated"
    say(hall, 1, 1, 412, 388)
    first, second = row.seats.order_by("seat")
    for one, seat in ((first, 3), (second, 1), (first, 2)):
        Slot.objects.filter(pk=one.pk).update(seat=seat)
    assert say(hall, 1, 1, 412, 388)["state"] == "waits"
    assert standing(hall) is None


def test_the_desk_is_asked_when_it_types_something_else_than_the_phones_said() -> None:
    hall = playing()
    say(hall, 1, 1, 412, 388)
    with pytest.raises(Refusal) as asked:
        enter_result(hall.as_(hall.clerk), hall.table(1), entry=Entry(scores=(421, 388)))
    assert "412–388" in str(asked.value)
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=Entry(scores=(412, 388)))
    assert standing(hall) == ([412, 388], True)


def test_a_director_turns_reports_off_for_players_and_links_alike() -> None:
    hall = playing()
    link = links(hall)[1]
    for mode in ("look", "off"):
        set_rule(hall.as_(hall.director), hall.division, mode=mode)
        with pytest.raises(NotAllowed):
            say(hall, 1, 1, 412, 388)
        ctx = Context(f"table:{link.pk}", "Table", hall.event.scope_key, frozenset({"table"}), "web")
        with pytest.raises(NotAllowed):
            report_command(ctx, hall.table(1), seat=0, scores=(412, 388), sure=True)
    assert not Claim.objects.exists()


def test_nobody_takes_over_a_claim_on_his_own_game_alone() -> None:
    hall = playing(confirm_policy="two-people")
    mine = hall.seats(1)[0].entrant
    hall.director.person = str(mine.player_id)
    hall.director.save()
    say(hall, 1, 2, 412, 388)
    accept(hall.as_(hall.director), _claim(hall))
    assert standing(hall) == ([412, 388], False)


def test_who_takes_one_of_two_reports_he_sees_is_not_asked_again_but_of_one_that_came_since() -> None:
    hall = playing()
    say(hall, 1, 1, 412, 388)
    desk = Client()
    desk.force_login(hall.clerk)
    mine = _claim(hall, seat=1)
    take = reverse("desk:claim_take", args=[hall.event.slug, mine.pk])
    say(hall, 1, 2, 402, 388)
    assert desk.post(take).status_code == 422
    page = desk.get(reverse("desk:reported", args=[hall.event.slug])).content.decode()
    seen = re.findall(r'name="beside" value="([^"]+)"', page)
    assert desk.post(take, {"beside": seen}).status_code == 303
    assert standing(hall) == ([412, 388], True)


def test_a_score_that_is_unusual_in_itself_is_asked_about_though_both_reports_were_seen() -> None:
    hall = playing()
    say(hall, 1, 1, 1412, 388)
    say(hall, 1, 2, 402, 388)
    both = [str(pk) for pk in Claim.objects.values_list("pk", flat=True)]
    with pytest.raises(Refusal, match="1412"):
        accept(hall.as_(hall.clerk), _claim(hall, seat=1), beside=both)

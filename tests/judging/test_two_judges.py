"""Where two judges decide a word no list knows: neither sees the other's verdict before giving their own."""

from __future__ import annotations

import pytest

from tdapp.judging.models import Call, Ruling
from tdapp.judging.rulings.commands.calls import take
from tdapp.judging.rulings.commands.rulings import rule, rule_at, supersede
from tdapp.judging.rulings.reporting import report_on, season_report
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.commands.setup import set_in_play
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, NotAllowed
from tests import factories as f
from tests.judging.pages import client, page, text
from tests.judging.test_rulings import called, playing
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def asked(stands: bool, source: str, word: str = "zzz") -> Asked:
    return Asked((word,), (2,), 1, decided={word.upper(): stands}, source=source)


def given(ctx: Context, call: Call, stands: bool, source: str) -> Call:
    """One judge's verdict on a call they take."""
    take(ctx, call, seen=Call.objects.get(pk=call.pk).version)
    rule(ctx, call, asked=asked(stands, source), seen=Call.objects.get(pk=call.pk).version)
    return Call.objects.select_related("table__round__division__event").get(pk=call.pk)


def test_the_second_verdict_is_given_before_the_first_is_seen_and_two_that_agree_are_the_ruling() -> None:
    hall = playing("judge")
    set_in_play(f.program(hall.event), hall.division, in_play="closed", judges=2, reason="a final")
    ana, ben = (f.member(hall.event, "judge", name, shown=name) for name in ("Ana", "Ben"))
    call = given(hall.as_(ana), called(hall, words=["zzz"]), True, "UPD-1")
    assert (call.state, Ruling.objects.count()) == ("waiting", 0)
    assert "Your verdict is kept" in text(page(client(ana), "desk", hall.event.slug))
    with pytest.raises(NotAllowed, match="Another judge"):
        take(hall.as_(ana), call, seen=call.version)
    for who in (ben, hall.director):
        told = text(page(client(who), "desk", hall.event.slug)) + text(
            page(client(who), "call", hall.event.slug, call.pk)
        )
        assert "waits for another judge" in told
        assert "UPD-1" not in told
    kept = list(AuditEntry.objects.values_list("payload", flat=True))
    assert not any("UPD-1" in str(one) for one in kept)
    take(hall.as_(ben), call, seen=call.version)
    with pytest.raises(Conflict, match="ZZZ"):
        rule(hall.as_(ben), call, asked=asked(True, "KWF", "qqq"), seen=call.version)
    rule(hall.as_(ben), call, asked=asked(True, "KWF-2"), seen=Call.objects.get(pk=call.pk).version)
    row = Ruling.objects.get()
    assert (row.acceptable, row.source) == (True, "UPD-1; KWF-2")
    assert "Ana; Ben" in text(page(client(ben), "ruling", hall.event.slug, row.pk))
    assert "UPD-1" in text(page(client(hall.director), "ruling_words", hall.event.slug, row.pk))
    with pytest.raises(NotAllowed, match="a director replaces"):
        supersede(hall.as_(ben), row, asked=asked(False, "KWF"), reason="second thoughts")


def test_where_two_judges_differ_a_third_decides_and_what_the_lists_know_needs_one() -> None:
    hall = playing("judge")
    set_in_play(f.program(hall.event), hall.division, in_play="closed", judges=2, reason="a final")
    ana, ben, cy = (hall.as_(f.member(hall.event, "judge", name)) for name in ("ana", "ben", "cy"))
    rule_at(ana, hall.table(2), asked=Asked(("bahay",), (2,), 1))
    assert Ruling.objects.get().acceptable
    rule_at(ana, hall.table(1), asked=asked(True, "UPD"))
    call = Call.objects.select_related("table__round__division__event").get()
    call = given(ben, call, False, "KWF")
    assert (call.state, len(call.verdicts), Ruling.objects.count()) == ("waiting", 2, 1)
    given(cy, call, False, "Panganiban")
    row = Ruling.objects.get(call=call)
    assert (row.acceptable, row.source) == (False, "UPD; KWF; Panganiban")
    by_judge = {one.name: (one.all, one.succeeded) for one in report_on(hall.event).judges}
    assert by_judge == {"Ana": (2, 1), "Ben": (1, 1), "Cy": (1, 1)}
    events = type(hall.event).objects.filter(pk=hall.event.pk)
    assert {one.name: (one.all, one.succeeded) for one in season_report(events).judges} == by_judge

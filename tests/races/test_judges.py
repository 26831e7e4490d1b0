"""Two judges and one call; a ruling that comes while its sheet is written in: nothing twice, nothing lost."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.judging.models import Call, Ruling, TableLink
from tdapp.judging.phone.commands.table_links import call_by_link, revoke_links
from tdapp.judging.rulings.commands import calls
from tdapp.judging.rulings.commands.calls import call_judge, take
from tdapp.judging.rulings.commands.rulings import rule, rule_at, supersede
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.sheet.reading import figures_of, report_of
from tests import factories as f
from tests.judging.access import a_call
from tests.judging.links import links, round_of
from tests.judging.test_rulings import playing
from tests.judging.test_table_links import by_phone
from tests.races.crowd import TURNS, at_once
from tests.scoresheets.factories import FIRST, SECOND, add

BAD = Asked(("buhay",), challengers=(1,), challenged=2, turn=2)


def two_judges(hall: f.Hall) -> tuple[Context, Context]:
    ana, ben = (hall.as_(f.member(hall.event, "judge", shown=name)) for name in ("Ana", "Ben"))
    return ana, ben


def codes(answers: list[Any]) -> list[str]:
    return [one.code if isinstance(one, Refusal) else "done" for one in answers]


@TURNS
def test_two_judges_take_one_call_and_one_has_it(database: str, turns: int) -> None:
    for _turn in range(turns):
        hall = playing()
        row = a_call(call_judge(hall.as_(hall.clerk), hall.table(1)))
        pages = [(judge, a_call({"call": row.pk})) for judge in two_judges(hall)]
        answers = at_once([lambda j=judge, c=call: take(j, c, seen=1) for judge, call in pages])
        assert sorted(codes(answers)) == ["done", "stale"]
        kept, refused = Call.objects.get(pk=row.pk), next(one for one in answers if isinstance(one, Refusal))
        assert (kept.state, kept.version) == ("taken", 2)
        assert kept.taken_name in str(refused)


def waiting(hall: f.Hall, tables: int) -> list[Call]:
    """So many tables that called, in their order."""
    return [a_call(call_judge(hall.as_(hall.clerk), hall.table(n + 1))) for n in range(tables)]


@TURNS
def test_two_judges_who_press_take_on_one_call_get_two_calls_and_nobody_is_refused_while_one_waits(
    database: str, turns: int
) -> None:
    for _turn in range(turns):
        hall = playing()
        first, second = waiting(hall, 2)
        pages = [(judge, a_call({"call": first.pk})) for judge in two_judges(hall)]
        answers = at_once([lambda j=judge, c=call: take(j, c, seen=1) for judge, call in pages])
        assert codes(answers) == ["done", "done"]
        assert {one["call"] for one in answers} == {str(first.pk), str(second.pk)}
        assert {row.taken_name for row in Call.objects.filter(table__round__division=hall.division)} == {
            "Ana",
            "Ben",
        }


def test_without_looking_again_inside_the_turn_one_of_the_two_is_refused(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the call that was on the page is the only one that is tried."""
    monkeypatch.setattr(calls, "_that_waits", lambda _ctx, call, seen: (call, seen))
    hall = playing()
    first, _second = waiting(hall, 2)
    pages = [(judge, a_call({"call": first.pk})) for judge in two_judges(hall)]
    answers = at_once([lambda j=judge, c=call: take(j, c, seen=1) for judge, call in pages])
    assert sorted(codes(answers)) == ["done", "stale"]


def test_one_judge_who_presses_take_twice_has_one_call(database: str) -> None:
    hall = playing()
    first, _second = waiting(hall, 2)
    ana = two_judges(hall)[0]
    pages = [a_call({"call": first.pk}) for _press in range(2)]
    answers = at_once([lambda c=call: take(ana, c, seen=1) for call in pages])
    assert [one["call"] for one in answers] == [str(first.pk)] * 2
    assert Call.objects.filter(state="taken").count() == 1


@TURNS
def test_two_judges_rule_on_one_call_and_one_ruling_is_kept(database: str, turns: int) -> None:
    for _turn in range(turns):
        hall = playing()
        row = a_call(call_judge(hall.as_(hall.clerk), hall.table(1)))
        pages = [(judge, a_call({"call": row.pk})) for judge in two_judges(hall)]
        asked = [Asked(("bahay",), (2,), 1), Asked(("zzz",), (2,), 1)]
        calls = [
            lambda j=judge, c=call, a=what: rule(j, c, asked=a, seen=1)
            for (judge, call), what in zip(pages, asked, strict=True)
        ]
        assert sorted(codes(at_once(calls))) == ["done", "stale"]
        assert Ruling.objects.filter(call=row).count() == 1


@TURNS
def test_two_judges_supersede_one_ruling_and_one_does(database: str, turns: int) -> None:
    for _turn in range(turns):
        hall = playing()
        ana, ben = two_judges(hall)
        old = Ruling.objects.get(pk=rule_at(ana, hall.table(1), asked=BAD)["ruling"])
        asked = Asked(("bahay",), challengers=(1,), challenged=2, turn=2)
        calls = [lambda j=j, o=old, a=asked: supersede(j, o, asked=a, reason="misread") for j in (ana, ben)]
        assert sorted(codes(at_once(calls))) == ["done", "superseded"]
        assert Ruling.objects.filter(supersedes=old).count() == 1


@TURNS
def test_a_ruling_that_comes_while_its_sheet_is_written_in_is_in_the_figures_and_no_row_is_lost(
    database: str, turns: int
) -> None:
    for turn in range(turns):
        hall = playing()
        told = create(hall.as_(hall.clerk), hall.table(1))
        sheet = sheets().get(table=hall.table(1), number=told["sheet"])
        write(hall.as_(hall.clerk), sheet, operations=[add(FIRST), add(SECOND)])
        ana, clerk, table = two_judges(hall)[0], hall.as_(hall.clerk), hall.table(1)
        row = add({"kind": "exchange", "seat": 1, "number": 3})
        calls = [
            lambda j=ana, t=table: rule_at(j, t, asked=BAD),
            lambda c=clerk, s=sheet, r=row: write(c, s, operations=[r]),
        ]
        assert codes(at_once(calls if turn % 2 else calls[::-1])) == ["done", "done"]
        fresh = sheets().get(pk=sheet.pk)
        assert [one["turn"]["kind"] for one in fresh.rows] == ["play", "play", "exchange"]
        assert fresh.totals == [11, 0]
        assert list(figures_of(report_of(fresh)).totals) == fresh.totals


def phones(hall: f.Hall, *keys: str) -> list[tuple[Context, TableLink]]:
    """Phones that have scanned the code of table 1, each with its own row in hand."""
    made = links(hall)[hall.table(1).number]
    rows = TableLink.objects.select_related("round__division__event", "table")
    return [(by_phone(made, key), rows.get(pk=made.pk)) for key in keys]


@TURNS
def test_two_phones_of_one_table_call_and_one_call_waits(database: str, turns: int) -> None:
    for _turn in range(turns):
        hall = playing()
        pair = phones(hall, "a", "b")
        answers = at_once([lambda c=ctx, x=link: call_by_link(c, x, seat=1) for ctx, link in pair])
        assert sorted(codes(answers)) == ["called", "done"]
        assert Call.objects.filter(table=hall.table(1)).count() == 1


@TURNS
def test_one_phone_that_sends_twice_at_once_has_called_once_and_is_told_so_twice(
    database: str, turns: int
) -> None:
    for _turn in range(turns):
        hall = playing()
        pair = phones(hall, "same", "same")
        answers = at_once([lambda c=ctx, x=link: call_by_link(c, x, seat=1) for ctx, link in pair])
        assert codes(answers) == ["done", "done"]
        assert answers[0] == answers[1]
        assert Call.objects.filter(table=hall.table(1)).count() == 1


@TURNS
def test_a_phone_calls_while_its_link_is_revoked_and_either_came_first(database: str, turns: int) -> None:
    for _turn in range(turns):
        hall = playing()
        ((ctx, link),) = phones(hall, "a")
        ana, round_ = two_judges(hall)[0], round_of(hall)
        answers = at_once(
            [lambda c=ctx, x=link: call_by_link(c, x), lambda j=ana, r=round_: revoke_links(j, r)]
        )
        assert codes(answers)[1] == "done"
        assert (codes(answers)[0], Call.objects.filter(table=hall.table(1)).count()) in {
            ("done", 1),
            ("table-link-over", 0),
        }
        assert not TableLink.objects.filter(round=round_, revoked_at=None).exists()

"""Line-ups set by two at once, and while their round is drafted and published: both databases, each guard taken away once."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tdapp.desk.ledger import lineups
from tdapp.desk.models import LineUp, PairingRun
from tdapp.desk.pairing.commands import line_ups
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.pairing.commands.line_ups import set_line_ups
from tdapp.desk.pairing.commands.publishing import publish_round
from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.models import Division, Entrant, Membership, Round, Slot
from tdapp.kernel import commands
from tdapp.kernel.models import AuditEntry, AuditHead
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f
from tests.races.crowd import at_once

TURNS = 3
PLAN = "matches(boards=2) 1-3"


def hall() -> f.Hall:
    """Cebu (1 3 5) and Davao (2 4 6), two boards a match, no round yet; the checker pairs too."""
    here = f.hall(6, rounds=0, plan=PLAN, rounds_planned=3)
    for one in here.division.entrants.all():
        Entrant.objects.filter(pk=one.pk).update(team="Cebu" if one.number % 2 else "Davao")
    Membership.objects.filter(event=here.event, user=here.checker).update(role="director")
    return here


def setting(here: f.Hall, who: Any, lines: str) -> Any:
    """Somebody presses "Set" on a page that shows what holds now."""
    row = Division.objects.select_related("event").get(pk=here.division.pk)
    ctx, seen = here.as_(who), lineups.fingerprint(row, 1)
    return lambda: set_line_ups(ctx, row, number=1, lines=lines, seen=seen)


def captains(here: f.Hall) -> list[Any]:
    """Two who set the line-up of one team, both having seen that nobody had."""
    return [setting(here, here.director, "Cebu: 3 1"), setting(here, here.checker, "Cebu: 5 3")]


def drafted(here: f.Hall) -> PairingRun:
    row = Division.objects.select_related("event").get(pk=here.division.pk)
    told = draft_round(here.as_(here.director), row, number=1)
    return PairingRun.objects.select_related("round__division__event").get(pk=told["id"])


def publishing(here: f.Hall, run: PairingRun) -> Any:
    return lambda: publish_round(here.as_(here.director), run, seen=run.version, sure=True)


def kept(here: f.Hall) -> dict[str, list[int]]:
    """The line-ups that hold, by numbers."""
    numbers = {str(row.pk): row.number for row in here.division.entrants.all()}
    rows = LineUp.objects.filter(division=here.division)
    return {row.team: [numbers[one] for one in row.members] for row in rows}


def sat(here: f.Hall, team: str) -> list[int]:
    """Who of a team sat at a table of round 1, board 1 first."""
    rows = Slot.objects.filter(round__division=here.division, kind="seat", entrant__team=team)
    return list(rows.order_by("table__number").values_list("entrant__number", flat=True))


def is_out(here: f.Hall) -> bool:
    return Round.objects.filter(division=here.division, status="published").exists()


def as_played(here: f.Hall) -> bool:
    """Whether every line-up that is kept is the one its team sat down with."""
    return all(sat(here, team) == numbers for team, numbers in kept(here).items())


def refused(answers: list[Any]) -> list[str]:
    return [one.code for one in answers if isinstance(one, Refusal)]


def set_in(here: f.Hall) -> int:
    """How often line-ups were set."""
    return AuditEntry.objects.filter(scope=here.event.scope_key, intent="lineup.set", refused="").count()


def test_of_two_who_set_one_team_at_once_the_second_is_shown_what_the_first_set(database: str) -> None:
    for _turn in range(TURNS):
        here = hall()
        (lost,) = [one for one in at_once(captains(here)) if isinstance(one, Conflict)]
        first = kept(here)["Cebu"]
        assert first in ([3, 1], [5, 3])
        assert lost.facts["stored"] == lineups.line_of("Cebu", first)
        assert set_in(here) == 1


def test_a_line_up_set_while_its_round_is_published_is_played_or_refused(database: str) -> None:
    """First the line-up: its draft is gone and nothing is published. First the round: its line-ups are facts."""
    for turn in range(TURNS):
        here = hall()
        calls = [publishing(here, drafted(here)), setting(here, here.checker, "Cebu: 5 3")]
        answers = at_once(calls if turn % 2 else calls[::-1])
        assert refused(answers) == (["published"] if is_out(here) else ["stale"]), answers
        assert sat(here, "Cebu") == ([1, 3] if is_out(here) else [])
        assert kept(here) == ({} if is_out(here) else {"Cebu": [5, 3]})
        assert broken(here.event) == []


def test_a_line_up_set_while_its_round_is_drafted_never_leaves_a_draft_without_it(database: str) -> None:
    for turn in range(TURNS):
        here = hall()
        calls = [lambda h=here: drafted(h), setting(here, here.checker, "Cebu: 5 3")]
        at_once(calls if turn % 2 else calls[::-1])
        publishing(here, drafted(here))()
        assert sat(here, "Cebu") == [5, 3]
        assert broken(here.event) == []


def test_negative_control_without_the_comparison_the_second_overwrites_the_first(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = hall()
    calls = captains(here)
    seen = lineups.fingerprint(here.division, 1)
    monkeypatch.setattr(line_ups.lineups, "fingerprint", lambda division, number: seen)
    assert refused(at_once(calls)) == []
    assert set_in(here) == 2


@pytest.mark.services
def test_negative_control_out_of_turn_both_see_that_nobody_was_faster(
    pg: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both look, both wait for each other, both write. On SQLite the transaction itself is the turn."""
    here, meet, look = hall(), threading.Barrier(2), lineups.fingerprint
    calls = captains(here)

    def look_then_wait(division: Division, number: int) -> str:
        found = look(division, number)
        meet.wait(20)
        return found

    monkeypatch.setattr(line_ups.lineups, "fingerprint", look_then_wait)
    monkeypatch.setattr(commands, "take_turn", lambda _scope: AuditHead())
    assert refused(at_once(calls)) == []
    assert set_in(here) == 2


def test_negative_control_without_the_look_at_the_round_a_line_up_changes_what_was_played(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_ups.lineups, "is_fact", lambda division, number: False)
    here = hall()
    late = setting(here, here.checker, "Cebu: 5 3")
    publishing(here, drafted(here))()
    assert refused(at_once([late])) == []
    assert not as_played(here)


def test_negative_control_with_its_draft_left_a_round_is_published_without_the_line_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_ups, "discard", lambda run: None)
    here = hall()
    run = drafted(here)
    setting(here, here.checker, "Cebu: 5 3")()
    publishing(here, run)()
    assert not as_played(here)

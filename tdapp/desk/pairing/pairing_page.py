"""What the pairing desk shows of a round beside its draft: why there is none yet, and what another pairing would cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from pairings.systems import catalogue
from tdapp.desk.day.division_states import GAMES
from tdapp.desk.ledger import memo, pairing_adapter
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing import verdict
from tdapp.events.models import Division, Entrant, Person, Presence, Round, people_in
from tdapp.events.setup.planning import advised
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.refusals import Refusal


@dataclass(frozen=True, slots=True)
class Readiness:
    """Whether a round can be paired now: why not, what to think of, who was never seen in the hall."""

    why_not: tuple[str, ...]
    advice: tuple[str, ...]
    missing: tuple[Person, ...]
    players: int
    system: str


def readiness(division: Division, number: int) -> Readiness:
    """Everything a director wants to know before he presses Pair."""
    planned = pairing_adapter.round_plan(division, number)
    rows = _in_the_draw(division, number)
    said = tuple(advised(division, pairing_adapter.plan_of(division)))
    return Readiness(
        _why_not(division, number, planned.based_on),
        said if number == 1 else (),
        _unseen(rows, division),
        rows.count(),
        planned.system,
    )


def unseen(division: Division, number: int) -> tuple[Person, ...]:
    """Who is in the draw of a round and was never seen: neither checked in nor at a game."""
    return _unseen(_in_the_draw(division, number), division)


def _unseen(rows: QuerySet[Entrant], division: Division) -> tuple[Person, ...]:
    missing = rows.filter(checked_in_at=None, house=False).exclude(
        Exists(GAMES.filter(entrant=OuterRef("pk")))
    )
    return tuple(person for _pk, person in people_in(missing, division))


def _in_the_draw(division: Division, number: int) -> QuerySet[Entrant]:
    return division.entrants.exclude(Exists(Presence.away_in(number).filter(entrant=OuterRef("pk"))))


def _why_not(division: Division, number: int, based_on: int) -> tuple[str, ...]:
    try:
        pairing_adapter.refuse_too_early(division, number, based_on)
    except Refusal as refusal:
        return refusal.sentences
    return ()


def options(run: PairingRun, entrant: str) -> list[dict[str, Any]]:
    """`verdict.options` of a draft; what was asked of the engine never changes, so each is counted once."""
    key = f"options:{run.pk}:{entrant}"
    return memo.for_ever(key, lambda: verdict.options(pairing_adapter.request_of(run), entrant))


def wish(run: PairingRun, one: str, other: str) -> str:
    """`verdict.wish` of a draft, counted once."""
    key = f"wish:{run.pk}:{one}:{other}"
    return memo.for_ever(key, lambda: verdict.wish(pairing_adapter.request_of(run), one, other))


def is_stale(round_: Round) -> bool:
    """`pairing_adapter.is_stale`, counted once for each version of the division."""
    key = f"stale:{round_.number}:{round_.version}"
    return memo.of_division(round_.division, key, lambda: pairing_adapter.is_stale(round_))


def round_for(division: Division, number: int) -> Round:
    """The round of this number, unsaved when it was never drafted; refuses one beyond the plan."""
    found = Round.objects.select_related("division__event").filter(division=division, number=number).first()
    if found is None:
        pairing_adapter.round_plan(division, number)
    return found or Round(division=division, number=number)


def system_title(name: str) -> str:
    """A system's name for people."""
    return translated(SYSTEM_TITLES.get(name, name))


SYSTEM_TITLES = {one.name: one.title for one in catalogue()}

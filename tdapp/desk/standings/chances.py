"""Who can still win: first who can at all, then simulated endings, counted by a worker; the page shows the newest count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pairings.event.codec import encode
from pairings.event.refusals import Refusals
from pairings.standings import winning_chances as endings
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.standings import clinch_marks, paying_places
from tdapp.events.models import Division, Person, people_of
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.models import Job
from tdapp.kernel.pages import svg
from tdapp.kernel.refusals import Refusal

KIND = "standings.chances"
SIMULATIONS = 50_000
SHOWN, DRAWN = 60, 10
MILLION = 1_000_000


def count(
    division: Division, after: int, step: endings.Step, so_far: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Play the endings of an event; `step(done, total)` may raise to stop. As the worker keeps it; `so_far` is handed the
    same of the first endings and of those who can still take a place that pays, where there is much to play.
    """

    def kept(found: endings.Chances) -> dict[str, Any]:
        some = replace(found, lines=found.lines[:SHOWN])
        return {"version": division.version, "simulations": found.simulations, "sentence": found.sentence,
                "lines": encode(some)["lines"]}  # fmt: skip

    found = endings.chances(_question(division, after), step, lambda some: so_far(kept(some)))
    if isinstance(found, Refusals):
        raise Refusal("cannot-count", *all_translated(found.sentences))
    return kept(found)


def _question(division: Division, after: int) -> endings.Question:
    return endings.Question(
        halls.of_division(division, after=after), after, pairing_adapter.plan_of(division).rounds,
        paying_places.played(division).stakes,
        tuple(division.precedence), SIMULATIONS, "ratings", division.seed % 2**31,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Line:
    """One player's chances: in millionths, `low` to `high` at 99 %; his prize and class prize in percent."""

    entrant: Person
    chance: str
    low: str
    high: str
    prize: str
    best: int
    worst: int
    sentence: str


@dataclass(frozen=True, slots=True)
class InReach:
    """One player who can still take a place that pays, and between which places they will end."""

    entrant: Person
    best: int
    worst: int
    sentence: str


def in_reach(division: Division, after: int) -> tuple[InReach, ...]:
    """Who can still take a place that pays, counted out without an ending played: what is known before the count is made.

    Nobody while there are no marks yet: so early nearly everybody can.
    """
    if not clinch_marks.are_made(division, after):
        return ()
    people, read = people_of(division), halls.Read(division, after)
    found = clinch_marks.in_reach(read, paying_places.played(division), SHOWN)
    return tuple(
        InReach(people[mark.entrant], mark.best, mark.worst, mark.sentence)
        for mark in found
        if mark.entrant in people
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """The newest count: its worker, its lines, a picture, whether results changed since, and whether it is not whole: the first
    endings, of those who can still take a place that pays.
    """

    job: Job | None
    lines: tuple[Line, ...] = ()
    sentence: str = ""
    picture: SafeString = svg.NOTHING
    stale: bool = False
    part: bool = False


def newest(division: Division, after: int) -> Counted:
    """What the page shows after a round; three queries."""
    rows = Job.objects.filter(scope=division.scope_key, kind=KIND, params__division=str(division.pk))
    row = rows.filter(params__after=after).order_by("-created_at").first()
    told = row.result if row else None
    if row is None or not told or "lines" not in told:
        return Counted(row)
    people = people_of(division)
    lines = tuple(
        _line(one, people, told["simulations"]) for one in told["lines"] if one["entrant"] in people
    )
    stale, part = told["version"] != division.version, row.status != Job.Status.DONE
    return Counted(row, lines, told["sentence"], _picture(told, people), stale, part)


def _line(one: dict[str, Any], people: dict[str, Person], total: int) -> Line:
    percent = (_percent(one[name] * MILLION // total) for name in ("firsts", "prizes"))
    chance, prize = percent
    bounds = _percent(one["low"]), _percent(one["high"])
    return Line(people[one["entrant"]], chance, *bounds, prize, one["best"], one["worst"], one["sentence"])


def _percent(millionths: int) -> str:
    tenths = (millionths + 500) // 1000
    return f"{tenths // 10}.{tenths % 10}"


def _picture(told: dict[str, Any], people: dict[str, Person]) -> SafeString:
    shown = [one for one in told["lines"] if one["firsts"] and one["entrant"] in people]
    shown = sorted(shown, key=lambda one: -one["firsts"])[:DRAWN]
    items = [(people[one["entrant"]].short, one["firsts"] * 100 // told["simulations"]) for one in shown]
    return svg.bars(
        str(_("Chance to win, in percent")), str(_("The table below has the same numbers.")), items
    )

"""Everything one pairing needs, as data: who, what happened so far, which system, which wishes, seed and
budget.

The same request gives the same answer on any machine; it can be kept, sent and asked again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from core.messages import say
from pairings.event.codec import encode, read_as, shown
from pairings.event.history import Entrant, History
from pairings.event.refusals import Refusal, Refusals, refuse
from pairings.rounds.input_limits import event_mistakes, history_mistakes
from pairings.rounds.parameters import ROUNDS_MAX, SYSTEMS, Value, param_mistake
from pairings.rounds.study import Study, study_mistakes
from pairings.standings.metrics import rule_of
from pairings.standings.stakes import Stakes, mistakes_in
from pairings.standings.standings import PRECEDENCE

VERSION = 1
BUDGET = 50_000_000
TABLE_MAX = 100_000
Keep = Literal["ignore", "avoid", "never"]
ByesHad = Literal["byes", "ignore", "all"]
StartRule = Literal["balanced", "head_to_head", "eldest", "drawn"]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Constraints:
    """What a director asks of one round.

    `locked` pairs meet, `forbidden` ones do not; `byes` are given, to `no_bye` never; `starters` start their
    game. `clubs`, `teams`: those of one club or team are ignored, kept apart where it costs no more than a
    score gap would, or never meet. `apart`: groups (families, travel mates) treated as a club of their own.
    `repeat_cap`: earlier meetings a pair may have had, at most. `back_to_back`: a rematch of the round just
    played. `tables`: ranges of table numbers that may be used, both ends included; none given: 1, 2, 3 ...
    `suited`: for each need of an entrant ("step-free") the ranges of tables that suit it.
    `whole_tables`: tables of 2-4 that stay as they are, seat by seat (system `tables`; others refuse them).
    `given_wins`: whether a win by forfeit counts as a bye had (FIDE C.04.1 d) or as nothing; "all": so does a round
    missed (tsh, liwords).
    """

    locked: tuple[Pair, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    byes: tuple[str, ...] = ()
    no_bye: tuple[str, ...] = ()
    starters: tuple[str, ...] = ()
    clubs: Keep = "ignore"
    teams: Keep = "ignore"
    apart: tuple[tuple[str, ...], ...] = ()
    repeat_cap: int | None = None
    back_to_back: Keep = "avoid"
    tables: tuple[tuple[int, int], ...] = ()
    suited: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    whole_tables: tuple[tuple[str, ...], ...] = ()
    given_wins: ByesHad = "byes"


@dataclass(frozen=True, slots=True)
class Request:
    """One round to be paired.

    `based_on` is the round whose standings count (None: the round before). `budget` is a number of pairs to
    look at, never a time: within it the optimum is proven, beyond it the search is narrowed and the result
    says so. `rounds` is how many rounds the event has (0: unknown), `stakes` what they are played for. `study`: what
    was counted for this very round before (system `cop`), so that nothing is simulated again.
    """

    history: History
    round: int
    system: str
    params: dict[str, Value] = field(default_factory=dict)
    based_on: int | None = None
    constraints: Constraints = Constraints()
    starts: StartRule = "balanced"
    precedence: tuple[str, ...] = PRECEDENCE
    seed: int = 0
    lot: int | None = None
    budget: int = BUDGET
    version: int = VERSION
    rounds: int = 0
    stakes: Stakes = field(default_factory=Stakes)
    study: Study | None = None

    @property
    def left(self) -> int:
        """How many rounds are left, this one included; 0 when nobody said how many there are."""
        return max(0, self.rounds - self.round + 1)

    @property
    def basis(self) -> int:
        """The round whose standings count."""
        return self.round - 1 if self.based_on is None else self.based_on

    @property
    def lasting_seed(self) -> int:
        """The seed of draws that hold for several rounds."""
        return self.seed if self.lot is None else self.lot

    def present(self) -> tuple[Entrant, ...]:
        """The entrants who play this round, house players included."""
        return tuple(one for one in self.history.entrants if one.absence_in(self.round) is None)


def to_data(request: Request) -> dict[str, Any]:
    """A request as JSON-able data; the version is always written."""
    return {"version": request.version, **encode(request)}


def from_data(data: object) -> Request | Refusals:
    """A request from plain data, checked whole; every mistake in it as one sentence."""
    if isinstance(data, dict) and data.get("version") != VERSION:
        sentence = say(
            "The request has version %(version)s; this engine reads %(it)s.",
            version=shown(data.get("version")),
            it=VERSION,
        )
        return refuse("unknown_version", sentence)
    request = read_as(Request, data, "request")
    if isinstance(request, Refusals):
        return request
    mistakes = (*event_mistakes(request.history), *wish_bounds(request), *mistakes_of(request))
    return Refusals(mistakes) if mistakes else request


def wish_bounds(request: Request) -> Iterable[Refusal]:
    """What a request from outside may ask for without making the engine work for ever."""
    for number in (request.round, request.rounds):
        if number > ROUNDS_MAX:
            text = say(
                "Round %(number)s is beyond round %(it)s, the last that can be paired.",
                number=number,
                it=ROUNDS_MAX,
            )
            yield Refusal("round_out_of_order", text)
    cap = request.constraints.repeat_cap
    if cap is not None and cap < 0:
        yield Refusal("unreadable", say("The cap on rematches is %(cap)s; it has to be 0 or more.", cap=cap))
    for first, last in request.constraints.tables:
        if not 0 < first <= last <= TABLE_MAX:
            text = say(
                "Tables %(first)s to %(last)s are no range; it has to be from 1 to at most %(it)s.",
                first=first,
                last=last,
                it=TABLE_MAX,
            )
            yield Refusal("unreadable", text)
    if sum(last - first + 1 for first, last in request.constraints.tables) > TABLE_MAX:
        yield Refusal(
            "unreadable",
            say("The ranges hold more than %(it)s tables; that is more than is read.", it=TABLE_MAX),
        )


def mistakes_of(request: Request) -> Iterable[Refusal]:
    """What makes a request senseless before any pairing is tried."""
    yield from number_mistakes(request)
    yield from system_mistakes(request)
    yield from history_mistakes(request.history)
    yield from wish_mistakes(request)


def number_mistakes(request: Request) -> Iterable[Refusal]:
    """Rounds and budgets out of range."""
    if request.round < 1:
        yield Refusal(
            "round_out_of_order",
            say("Round %(round)s cannot be paired; rounds count from 1.", round=request.round),
        )
    elif not 0 <= request.basis < request.round:
        sentence = say(
            "Round %(round)s cannot be paired on the standings after round %(basis)s.",
            round=request.round,
            basis=request.basis,
        )
        yield Refusal("round_out_of_order", sentence)
    if request.budget < 1:
        yield Refusal(
            "unreadable",
            say("The budget is %(budget)s; it has to be at least 1 pair.", budget=request.budget),
        )
    if 0 < request.rounds < request.round:
        sentence = say(
            "Round %(round)s cannot be paired; the event has %(rounds)s rounds.",
            round=request.round,
            rounds=request.rounds,
        )
        yield Refusal("round_out_of_order", sentence)
    yield from (Refusal("unreadable", mistake) for mistake in mistakes_in(request.stakes))


class Nearness(NamedTuple):
    """How many meetings of a pair cost nothing in a Swiss, and how many `wins` or `places` of gap one more is worth (both
    0: more than any).
    """

    free: int = 0
    wins: int = 0
    places: int = 0


def nearness_asked(request: Request) -> Nearness:
    """What a rematch costs in the system of a request."""
    if request.system != "swiss":
        return Nearness()
    return Nearness(*(int(request.params.get(name, 0)) for name in ("repeats", "rematch", "places")))


def byes_had_by(system: str, wishes: Constraints) -> ByesHad:
    """What counts as a bye had: in COP a round missed as well, where nobody said otherwise."""
    return "all" if system == "cop" and wishes.given_wins == "byes" else wishes.given_wins


def needs_rounds(request: Request) -> bool:
    """Whether the system has to know how many rounds are left."""
    return request.system in ("chew", "cop", "auto") or request.params.get("gibson", "off") != "off"


def system_mistakes(request: Request) -> Iterable[Refusal]:
    """Unknown systems, parameters and ranking rules."""
    if request.system not in SYSTEMS:
        known = ", ".join(SYSTEMS)
        yield Refusal(
            "unknown_system",
            say(
                "There is no system called %(system)s; use one of %(known)s.",
                system=f"{request.system!r}",
                known=known,
            ),
        )
    else:
        for name, value in request.params.items():
            sentence = param_mistake(request.system, name, value)
            if sentence:
                yield Refusal("unknown_parameter", sentence)
        yield from basis_mistakes(request)
        if all(nearness_asked(request)[1:]):
            text = say("A rematch is priced in wins (rematch) or in places (places); say one of the two.")
            yield Refusal("unknown_parameter", text)
    for name in request.precedence:
        try:
            rule_of(name)
        except ValueError as mistake:
            yield Refusal("unknown_metric", str(mistake))
    if not request.precedence:
        yield Refusal("unknown_metric", say("The list of ranking rules is empty; name at least one."))


def basis_mistakes(request: Request) -> Iterable[Refusal]:
    """What a system has to know of the event and was not told."""
    if needs_rounds(request) and not request.rounds:
        text = say(
            "Round %(round)s cannot be paired without knowing how many rounds the event has.",
            round=request.round,
        )
        yield Refusal("rounds_unknown", text)
    if request.system == "cop" and request.precedence[:1] != ("wins",):
        text = say(
            "COP counts who can still win what by wins; put wins first in the ranking, or pair otherwise."
        )
        yield Refusal("wins_not_first", text)
    yield from study_mistakes(request.study, request.history)


def wish_mistakes(request: Request) -> Iterable[Refusal]:
    """Wishes about nobody."""
    known = {entrant.id for entrant in request.history.entrants}
    wishes = request.constraints
    groups = (*wishes.locked, *wishes.forbidden, *wishes.apart, *wishes.whole_tables)
    named = [one for group in groups for one in group]
    if wishes.whole_tables and request.system != "tables":
        sentence = say(
            "%(system)s pairs two at a table; whole tables can only be fixed with 'tables'.",
            system=request.system,
        )
        yield Refusal(
            "locked_too_many", sentence, tuple(one for seats in wishes.whole_tables for one in seats)
        )
    for entrant_id in dict.fromkeys([*named, *wishes.byes, *wishes.no_bye, *wishes.starters]):
        if entrant_id not in known:
            sentence = say(
                "A wish names %(entrant_id)s, who is not among the entrants.", entrant_id=f"{entrant_id!r}"
            )
            yield Refusal("unknown_entrant", sentence, (entrant_id,))

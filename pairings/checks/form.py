"""Whether a round is one at all: everybody exactly once, nobody unknown or absent, tables of two to four."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from core.messages import say
from pairings.checks.knockout import KNOCKOUTS, idle
from pairings.checks.matches import SYSTEM as MATCHES
from pairings.checks.matches import reserves
from pairings.checks.shape import Claim, Round, RoundFinding
from pairings.event.history import History

SEATS = range(2, 5)
FATAL = frozenset({"unknown", "twice", "table_size"})


def form_mistakes(history: History, round_: Round, claim: Claim | None = None) -> Iterator[RoundFinding]:
    """Everything that makes it no round; in a bracket some need not play."""
    names = {entrant.id: entrant.name or entrant.id for entrant in history.entrants}
    counted = Counter(one for seats in (*round_.tables, round_.byes) for one in seats)
    for one, times in counted.items():
        if one not in names:
            yield RoundFinding(
                "error", "unknown", say("%(one)s is paired but is not an entrant.", one=f"{one!r}"), (one,)
            )
        elif times > 1:
            yield RoundFinding(
                "error",
                "twice",
                say("%(one)s is paired %(times)s times.", one=names[one], times=times),
                (one,),
            )
        elif one in round_.absent:
            yield RoundFinding(
                "error", "absent_paired", say("%(one)s is absent but paired.", one=names[one]), (one,)
            )
    yield from missing_mistakes(history, round_, {*counted, *round_.absent, *excused(history, round_, claim)})
    yield from table_mistakes(round_, names)


def excused(history: History, round_: Round, claim: Claim | None) -> set[str]:
    """Who may be missing though he is there: reserves of a team, and who is out of a bracket."""
    if claim is not None and claim.system == MATCHES:
        return reserves(history, round_)
    in_bracket = claim is not None and claim.system in KNOCKOUTS and claim.first <= round_.number
    return idle(history, claim, round_) if claim is not None and in_bracket else set()


def missing_mistakes(history: History, round_: Round, somewhere: set[str]) -> Iterator[RoundFinding]:
    """Players who ought to be somewhere."""
    for entrant in history.entrants:
        if entrant.id not in somewhere and not entrant.house:
            text = say("%(id)s is not paired and has no bye.", id=entrant.name or entrant.id)
            yield RoundFinding("error", "unpaired", text, (entrant.id,))


def table_mistakes(round_: Round, names: dict[str, str]) -> Iterator[RoundFinding]:
    """Numbers that stand twice, and tables with too few or too many seats."""
    for table, times in Counter(round_.table_numbers).items():
        if times > 1 and table:
            yield RoundFinding(
                "error",
                "table_twice",
                say("Table %(table)s stands for %(times)s pairings.", table=table, times=times),
            )
    for seats in round_.tables:
        if len(seats) not in SEATS:
            who = ", ".join(names.get(one, one) for one in seats[:5]) or "nobody"
            text = say(
                "A table has %(seats)s seats (%(who)s); it has to have 2, 3 or 4.", seats=len(seats), who=who
            )
            yield RoundFinding("error", "table_size", text, tuple(seats))

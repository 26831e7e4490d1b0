"""Whether the standings of what was read, as the hall counts them, are those of the file it was read from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from pairings.event.history import Bye, History, Outcome, Unfinished
from pairings.formats.tsh import TshPlayer
from pairings.formats.tsh_claims import between, differences
from pairings.formats.tsh_columns import alone_for
from pairings.standings.standings import Row
from tdapp.events.models import Division
from tdapp.interchange.tsh.reading import Read
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal


def with_byes(one: Read, division: Division) -> Read:
    """The file with a bye of the division's spread wherever somebody sits out and no spread is written; each is told. Who
    has left (`off`) has no bye, but what the file gives for rounds after that.
    """
    spread, lost = division.bye_spread, list(one.lost)
    gone = {str(at): line.numbers("off")[:1] for at, line in enumerate(one.file.players, start=1)}
    rounds = tuple(
        tuple(_bye(outcome, number, spread, gone, lost) for outcome in outcomes)
        for number, outcomes in enumerate(one.history.rounds, start=1)
    )
    if rounds == one.history.rounds:
        return one
    file = replace(one.file, players=tuple(_scored(line, spread) for line in one.file.players))
    later = {at: _later(line, spread) for at, line in enumerate(file.players, start=1)}
    history = replace(one.history, rounds=rounds)
    return replace(one, file=file, history=history, lost=tuple(lost), alone=later)


def _bye(
    outcome: Outcome, number: int, spread: int, gone: Mapping[str, tuple[int, ...]], lost: list[str]
) -> Outcome:
    match outcome:
        case Unfinished(seats=(who,)) if gone[who]:
            return alone_for(who, gone[who][0])
        case Unfinished(seats=(who,)):
            facts = {"number": who, "round": number, "spread": f"{spread:+d}"}
            sentence = _(
                "Number %(number)s sits out in round %(round)s without a spread: taken as a bye of %(spread)s."
            )
            lost.append(sentence % facts)
            return Bye(who, spread)
        case _:
            return outcome


def _scored(line: TshPlayer, spread: int) -> TshPlayer:
    """The line with that spread, or with that of a withdrawal, in its rounds without opponent and score."""
    scores, given = line.scores, (line.numbers("off") or (spread,))[0]
    while len(scores) < len(line.opponents) and line.opponents[len(scores)] == 0:
        scores = (*scores, given)
    return replace(line, scores=scores)


def _later(line: TshPlayer, spread: int) -> tuple[int, ...]:
    """The spreads of rounds without opponent that come after one still open, which a line has no place for."""
    given = (line.numbers("off") or (spread,))[0]
    return tuple(given for opponent in line.opponents[len(line.scores) :] if opponent == 0)


def disagreements(one: Read, stored: History, rows: Sequence[Row]) -> list[str]:
    """What the standings of the rows to be stored say otherwise than the file; nothing when they are equal."""
    numbers = {entrant.id: str(entrant.seed) for entrant in stored.entrants}
    here = [replace(row, entrant=numbers[row.entrant]) for row in rows]
    if one.is_chess:
        return all_translated(between(one.history, here))
    return all_translated(differences(one.file, here, one.rounds, one.caps, one.alone))


def refuse_differing(differing: Sequence[str]) -> None:
    """Refuse (422) to take a file over whose standings come out otherwise here, unless somebody says yes to it."""
    if differing:
        raise Refusal("standings-differ", *differing)

"""Whether the standings of what was read, as the hall counts them, are those of the file it was read from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from pairings.event.history import Bye, History, Outcome, Unfinished
from pairings.formats.tsh import TshPlayer
from pairings.formats.tsh_claims import between, differences
from pairings.standings.standings import Row
from tdapp.events.models import Division
from tdapp.interchange.tsh.reading import Read
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal


def with_byes(one: Read, division: Division) -> Read:
    """The file with a bye of the division's spread wherever somebody sits out and no spread is written; each is told."""
    spread, lost = division.bye_spread, list(one.lost)
    rounds = tuple(
        tuple(_bye(outcome, number, spread, lost) for outcome in outcomes)
        for number, outcomes in enumerate(one.history.rounds, start=1)
    )
    if len(lost) == len(one.lost):
        return one
    file = replace(one.file, players=tuple(_scored(line, spread) for line in one.file.players))
    return replace(one, file=file, history=replace(one.history, rounds=rounds), lost=tuple(lost))


def _bye(outcome: Outcome, number: int, spread: int, lost: list[str]) -> Outcome:
    match outcome:
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
    """The line with that spread in its rounds without opponent and score."""
    scores = line.scores
    while len(scores) < len(line.opponents) and line.opponents[len(scores)] == 0:
        scores = (*scores, spread)
    return replace(line, scores=scores)


def disagreements(one: Read, stored: History, rows: Sequence[Row]) -> list[str]:
    """What the standings of the rows to be stored say otherwise than the file; nothing when they are equal."""
    numbers = {entrant.id: str(entrant.seed) for entrant in stored.entrants}
    here = [replace(row, entrant=numbers[row.entrant]) for row in rows]
    if one.is_chess:
        return all_translated(between(one.history, here))
    return all_translated(differences(one.file, here, one.rounds))


def refuse_differing(differing: Sequence[str]) -> None:
    """Refuse (422) to take a file over whose standings come out otherwise here, unless somebody says yes to it."""
    if differing:
        raise Refusal("standings-differ", *differing)

"""What a division file says of itself, held against standings: counted from its lines by code that shares nothing
with the histories, and its own places after the last round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.messages import say
from pairings.event.history import History
from pairings.formats.tsh import TshFile, TshPlayer
from pairings.standings.standings import PRECEDENCE, Row, standings

WAY_ON = say(
    "The file may be counted with a spread cap or by other ranking rules: set them, or correct the file. "
    "The results are taken as they stand in it."
)
NAMED_MOST = 10
NONE: Mapping[int, Sequence[int]] = {}


@dataclass(slots=True)
class Count:
    """One line's own figures: half points won and lost, spread."""

    won: int = 0
    lost: int = 0
    spread: int = 0

    def add(self, won: int, spread: int) -> None:
        """One counted round."""
        self.won, self.lost, self.spread = self.won + won, self.lost + 2 - won, self.spread + spread


def number_at(player: TshPlayer, key: str, at: int) -> int:
    """The number of a round behind a key, 0 where there is none."""
    numbers = player.numbers(key)
    return numbers[at] if at < len(numbers) else 0


def add_spread(count: Count, spread: int) -> None:
    """A round without an opponent that the line has no score for."""
    if spread:
        count.add(2 if spread > 0 else 0, spread)


def add_alone(count: Count, player: TshPlayer, at: int) -> None:
    """A round without an opponent: a win above 0, a loss below, unless our own key says otherwise."""
    spread = player.scores[at]
    sign = 2 if spread > 0 else 0 if spread < 0 else None
    won = {1: 2, 2: 1, 3: 0, 4: None}.get(number_at(player, "counts", at), sign)
    if won is not None:
        count.add(won, spread)


def add_game(count: Count, player: TshPlayer, other: TshPlayer, at: int, caps: Sequence[int]) -> None:
    """A game: the higher score wins; equal ones by the scores before unplayed tiles, else half a win each. Caps on the
    spread: one a round, the last one for all later ones.
    """
    gap = player.scores[at] - other.scores[at]
    decided = gap or number_at(player, "before", at) - number_at(other, "before", at)
    most = caps[min(at, len(caps) - 1)] if caps else abs(gap)
    count.add(
        1 + (decided > 0) - (decided < 0), max(-most, min(most, gap)) + number_at(player, "penalty", at)
    )


def counted(
    file: TshFile, caps: Sequence[int] = (), alone: Mapping[int, Sequence[int]] = NONE
) -> list[Count]:
    """The figures of every line, in the order of the lines; a score without its opponent's counts for nothing. `alone`: by
    line, the spreads of rounds without opponent that it has no score for.
    """
    found: list[Count] = []
    for player in file.players:
        count = Count()
        for at in range(len(player.scores)):
            opponent = player.opponents[at]
            if not opponent:
                add_alone(count, player, at)
            elif at < len(file.players[opponent - 1].scores):
                add_game(count, player, file.players[opponent - 1], at, caps)
        for spread in alone.get(len(found) + 1, ()):
            add_spread(count, spread)
        found.append(count)
    return found


def place_told(player: TshPlayer, rounds: int) -> int | None:
    """The place the file gives after its last round, if it does."""
    places = player.numbers("rrank")
    return places[rounds] if len(places) == rounds + 1 else None


def figures(won: int, lost: int, spread: int) -> str:
    """Wins, losses and spread in one piece: 4.5-2.5 +120."""
    return f"{won / 2:g}-{lost / 2:g} {spread:+d}"


def differing(
    file: TshFile, rows: Iterable[Row], rounds: int, caps: Sequence[int], alone: Mapping[int, Sequence[int]]
) -> Iterator[str]:
    """One sentence for each player whose figures or place are others than the file's; rows by line number."""
    known = {row.entrant: row for row in rows}
    for number, (player, count) in enumerate(
        zip(file.players, counted(file, caps, alone), strict=True), start=1
    ):
        row, name = known.get(str(number)), player.name.partition(":")[0]
        if row is None:
            yield say("Line %(line)s: %(name)s is not in the standings here.", line=player.line, name=name)
            continue
        here, told = figures(row.wins, row.losses, row.spread), figures(count.won, count.lost, count.spread)
        place = place_told(player, rounds)
        if here != told:
            yield say(
                "Line %(line)s: %(name)s has %(told)s in the file and %(here)s here.",
                line=player.line,
                name=name,
                told=told,
                here=here,
            )
        elif place is not None and row.rank is not None and place != row.rank:
            yield say(
                "Line %(line)s: %(name)s is in place %(place)s in the file and in place %(rank)s here.",
                line=player.line,
                name=name,
                place=place,
                rank=row.rank,
            )


def shortened(found: Sequence[str]) -> tuple[str, ...]:
    """The first of them, how many more there are, and the way on; nothing when there is none."""
    more = len(found) - NAMED_MOST
    rest = (say("%(more)s more players differ from the file.", more=more),) if more > 0 else ()
    return (*found[:NAMED_MOST], *rest, WAY_ON) if found else ()


def differences(
    file: TshFile,
    rows: Iterable[Row],
    rounds: int,
    caps: Sequence[int] = (),
    alone: Mapping[int, Sequence[int]] = NONE,
) -> tuple[str, ...]:
    """What standings after `rounds` rounds say otherwise than the file they were read from, with its event's caps."""
    return shortened(list(differing(file, rows, rounds, caps, alone)))


def between(file: History, rows: Iterable[Row]) -> tuple[str, ...]:
    """What standings say otherwise than the history a file was read as; rows by its ids."""
    known = {row.entrant: row for row in rows}
    found = []
    for own in standings(file, len(file.rounds), PRECEDENCE):
        row, name = known.get(own.entrant), file.entrant(own.entrant).name or own.entrant
        told = figures(own.wins, own.losses, own.spread)
        here = figures(row.wins, row.losses, row.spread) if row else ""
        if row is None:
            found.append(
                say(
                    "Number %(entrant)s: %(name)s is not in the standings here.",
                    entrant=own.entrant,
                    name=name,
                )
            )
        elif here != told:
            found.append(
                say(
                    "Number %(entrant)s: %(name)s has %(told)s in the file and %(here)s here.",
                    entrant=own.entrant,
                    name=name,
                    told=told,
                    here=here,
                )
            )
    return shortened(found)


def claims(file: TshFile, history: History) -> tuple[str, ...]:
    """The same of the history a file was read as."""
    rounds = len(history.rounds)
    caps = tuple(cap for number in range(1, rounds + 1) if (cap := history.cap_in(number)) is not None)
    return differences(file, standings(history, rounds, PRECEDENCE), rounds, caps)

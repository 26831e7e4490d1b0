"""Between a tsh division and a `History`: what each file says of a round, and how a round is written back.

What the format has no place for goes into keys of our own, which other readers pass over; a number a round:
`before`, the scores before unplayed tiles (0: not asked); `forfeit`, the opponent at a table that was not played
(both lines have opponent 0 there); `counts`, what a round without an opponent is where the sign of its spread
says otherwise (1 a win, 2 half a win, 3 a loss, 4 a game still out); `fine`, points the score is already
without. Once a line: `gone`, the first round of a withdrawal where the filled-up rounds begin earlier; `house`,
a player without a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pairings.event.history import (
    WIN_SPREAD,
    Absence,
    Bye,
    Entrant,
    Forfeit,
    History,
    Intent,
    Outcome,
    Played,
    Seat,
    Unfinished,
    Unscored,
    complete_round,
    named_in,
)
from pairings.formats.tsh import TshFile, TshPlayer
from pairings.formats.tsh_columns import (
    AS_HALF,
    AS_LOSS,
    AS_OUT,
    AS_WIN,
    NEITHER,
    REPLY,
    Column,
    alone_for,
    by_sign,
    gone_spread,
    trimmed,
)
from pairings.standings.standings import PRECEDENCE, standings_by_round

# Keys that change what a round counts for: what an old file says is not kept where the history says otherwise.
FIGURES = frozenset({"before", "counts", "fine", "forfeit", "house", "penalty"})


def at_or(values: Sequence[int], at: int, default: int = 0) -> int:
    """The value of a round, or the default beyond the end."""
    return values[at] if at < len(values) else default


def intent_of(spread: int) -> Intent:
    """What a spread without an opponent means: above 0 a bye, below a forfeit, 0 neither win nor loss."""
    return "bye" if spread > 0 else "forfeit" if spread < 0 else "unscored"


def withdrawal(player: TshPlayer) -> tuple[Absence, ...]:
    """The absence behind `off SPREAD`: from the first of the filled-up rounds at the end of the line, scored or not yet."""
    spreads = player.numbers("off")
    if not spreads:
        return ()
    first = len(player.opponents)
    while (
        first
        and player.opponents[first - 1] == 0
        and at_or(player.scores, first - 1, spreads[0]) == spreads[0]
    ):
        first -= 1
    first = at_or(player.numbers("gone"), 0, first + 1) - 1
    return (Absence(first + 1, None, intent_of(spreads[0]), withdrawn=True),)


def entrant_of(number: int, player: TshPlayer) -> Entrant:
    """A line as an entrant; a member number after a colon stays part of the line, not of the name."""
    return Entrant(
        id=str(number),
        seed=number,
        rating=player.rating,
        name=player.name.partition(":")[0],
        klass=player.value_of("class") or "",
        team=player.value_of("team") or "",
        house=player.value_of("house") == "1",
        absences=withdrawal(player),
    )


def counted_as(player: TshPlayer, at: int) -> int:
    """What a round without an opponent counts as: by our own key, else by the sign of its spread."""
    told = at_or(player.numbers("counts"), at)
    return told if told in (AS_WIN, AS_HALF, AS_LOSS, AS_OUT) else by_sign(at_or(player.scores, at))


def alone(number: int, player: TshPlayer, at: int) -> Outcome:
    """A round without an opponent."""
    who = str(number)
    if at >= len(player.scores):
        return Unfinished(0, (who,))
    spread, counts = player.scores[at], counted_as(player, at)
    return Bye(who, spread, half=True) if counts == AS_HALF else alone_for(who, spread, counts)


def seat_of(number: int, player: TshPlayer, at: int) -> Seat:
    """A player's line of one slip; the file's penalty is what is added to the spread, ours what is taken
    off.
    """
    before, fine = at_or(player.numbers("before"), at) or None, at_or(player.numbers("fine"), at)
    return Seat(str(number), player.scores[at], before, -at_or(player.numbers("penalty"), at), fine)


def together(file: TshFile, number: int, at: int) -> Outcome:
    """A table of two, the one marked as starter first; without a mark the lower number."""
    pair = starter_first(file, number, file.players[number - 1].opponents[at], at)
    table = at_or(file.players[number - 1].numbers("board"), at)
    if at >= len(file.players[number - 1].scores):
        return Unfinished(table, tuple(map(str, pair)))
    seats = tuple(seat_of(one, file.players[one - 1], at) for one in pair)
    asked = any(seat.before is not None for seat in seats)
    return Played(table, tuple(replace(seat, before=seat.before or 0) for seat in seats) if asked else seats)


def starter_first(file: TshFile, number: int, other: int, at: int) -> tuple[int, int]:
    """Two numbers in the order of their seats."""
    starts = at_or(file.players[number - 1].numbers("p12"), at) != REPLY
    return (number, other) if starts else (other, number)


def not_played(file: TshFile, number: int, at: int) -> tuple[Outcome, ...]:
    """A table of two somebody did not come to, or that is not scored; what is neither counts line by line."""
    other = file.players[number - 1].numbers("forfeit")[at]
    both = {str(one): file.players[one - 1] for one in (number, other)}
    counts = {who: counted_as(player, at) for who, player in both.items()}
    spreads = {who: at_or(player.scores, at) for who, player in both.items()}
    absent = tuple(who for who, one in counts.items() if one == AS_LOSS)
    present = tuple(who for who, one in counts.items() if one == AS_WIN)
    lost, won = {spreads[who] for who in absent}, {spreads[who] for who in present}
    table = at_or(file.players[number - 1].numbers("board"), at)
    if len(absent) + len(present) == 2 and len(lost) == 1:
        return (Forfeit(table, absent, present, lost.pop(), won.pop() if won else WIN_SPREAD),)
    if set(counts.values()) == {AS_OUT}:
        return (Unfinished(table, tuple(map(str, starter_first(file, number, other, at)))),)
    if not any(counts.values()):
        one, two = both
        return Unscored(one, table, (two,)), Unscored(two, table, (one,))
    return tuple(alone(int(who), player, at) for who, player in both.items())


def is_not_played(file: TshFile, number: int, at: int) -> bool:
    """Whether both lines name each other as the opponents of a table that was not played, and are scored."""
    other = at_or(file.players[number - 1].numbers("forfeit"), at)
    if not 0 < other <= len(file.players) or at_or(file.players[other - 1].numbers("forfeit"), at) != number:
        return False
    both = (file.players[number - 1], file.players[other - 1])
    return other != number and all(at < len(one.scores) and one.opponents[at] == 0 for one in both)


def round_of(file: TshFile, at: int) -> tuple[Outcome, ...]:
    """Everything a 0-based column of the file says."""
    outcomes: list[Outcome] = []
    for number, player in enumerate(file.players, start=1):
        if at >= len(player.opponents):
            continue
        if player.opponents[at] == 0 and is_not_played(file, number, at):
            outcomes += not_played(file, number, at) if number < player.numbers("forfeit")[at] else ()
        elif player.opponents[at] == 0:
            outcomes.append(alone(number, player, at))
        elif number < player.opponents[at]:
            outcomes.append(together(file, number, at))
    return tuple(outcomes)


def to_history(file: TshFile) -> History:
    """The division as entrants (id = line number as text) and outcomes; equal scores are ties, as tsh
    counts them.
    """
    length = max((len(player.opponents) for player in file.players), default=0)
    entrants = tuple(entrant_of(number, player) for number, player in enumerate(file.players, start=1))
    asked = any(player.value_of("before") for player in file.players)
    rounds = tuple(round_of(file, at) for at in range(length))
    return History(entrants, rounds, tie_rule="before_adjustment" if asked else "half")


def columns_of(history: History, numbers: dict[str, int]) -> list[Column]:
    """All rounds as columns, absences included."""
    forfeits, later, found = dict[str, int](), scored_after(history), list[Column]()
    for number, scored in enumerate(later, start=1):
        found.append(Column(complete_round(history, number), numbers, forfeits, scored))
    return found


def scored_after(history: History) -> list[frozenset[str]]:
    """For each round, who has a score in a later one."""
    found, seen = list[frozenset[str]](), frozenset[str]()
    for number in range(len(history.rounds), 0, -1):
        found.append(seen)
        done = (one for one in complete_round(history, number) if not isinstance(one, Unfinished))
        seen |= {who for one in done for who in named_in(one)}
    return found[::-1]


def boards(entrant_id: str, columns: Sequence[Column], base: TshPlayer | None) -> str:
    """Table numbers; where a round has no table the old file's number stays, as does its length."""
    old = base.numbers("board") if base else ()
    values = [column.table.get(entrant_id) or at_or(old, at) for at, column in enumerate(columns)]
    return " ".join(map(str, values[: max(len(old), len(trimmed(values)))]))


def marks(entrant_id: str, columns: Sequence[Column], base: TshPlayer | None) -> str:
    """Start marks; an undecided one of the old file (3 to be drawn, 4 unknown) stays as it was."""
    old = base.numbers("p12") if base else ()
    values = [column.mark.get(entrant_id, NEITHER) for column in columns]
    kept = [at_or(old, at) if at_or(old, at) > REPLY else value for at, value in enumerate(values)]
    return " ".join(map(str, kept))


def per_round(entrant_id: str, values: Sequence[dict[str, int]]) -> str | None:
    """One number a round, 0 where there is nothing; None when there is nothing at all."""
    return " ".join(map(str, trimmed([value.get(entrant_id, 0) for value in values]))) or None


def own_extras(entrant: Entrant, columns: Sequence[Column], base: TshPlayer | None) -> dict[str, str | None]:
    """The keys we write ourselves; None: nothing to say (an old value then stays)."""
    off = gone_spread(entrant)
    if (
        base is not None
        and off is not None
        and intent_of(at_or(base.numbers("off"), 0)) == intent_of(int(off))
    ):
        off = base.value_of("off") or off
    return {
        "before": per_round(entrant.id, [column.before for column in columns]),
        "board": boards(entrant.id, columns, base) or None,
        "class": entrant.klass or None,
        "counts": per_round(entrant.id, [column.counts for column in columns]),
        "fine": per_round(entrant.id, [column.fine for column in columns]),
        "forfeit": per_round(entrant.id, [column.absent_from for column in columns]),
        "house": "1" if entrant.house else None,
        "off": off,
        "p12": marks(entrant.id, columns, base) or None,
        "penalty": per_round(entrant.id, [column.penalty for column in columns]),
        "team": entrant.team or None,
    }


def line_of(number: int, entrant: Entrant, columns: Sequence[Column], base: TshPlayer | None) -> TshPlayer:
    """An entrant as a line; what the old line says beyond us passes through."""
    played = [column for column in columns if entrant.id in column.opponent]
    # A round in which nobody knows of him, before one that does, has to be filled: the format counts by
    # position.
    length = max((at + 1 for at, column in enumerate(columns) if entrant.id in column.opponent), default=0)
    opponents = tuple(column.opponent.get(entrant.id, 0) for column in columns[:length])
    scored = max((at + 1 for at, column in enumerate(columns) if entrant.id in column.score), default=0)
    scores = tuple(column.score.get(entrant.id, 0) for column in columns[:scored])
    kept = base or TshPlayer(number, entrant.name or entrant.id, entrant.rating)
    line = replace(kept, rating=entrant.rating, opponents=opponents, scores=scores)
    for key, value in own_extras(entrant, columns[:length] if played else [], base).items():
        stale = key in FIGURES and any(line.numbers(key))
        line = line.with_extra(key, value) if value is not None or key == "off" or stale else line
    return with_gone(line, entrant)


def with_gone(line: TshPlayer, entrant: Entrant) -> TshPlayer:
    """The line with the first round of a withdrawal where its own filled-up rounds would say another."""
    plain, first = line.with_extra("gone", None), entrant.withdrawn_from()
    read = withdrawal(plain)
    return plain.with_extra("gone", str(first)) if read and first and read[0].first != first else plain


def with_ranks(lines: Sequence[TshPlayer], history: History, ids: Sequence[str]) -> list[TshPlayer]:
    """The lines with `rrank`, the place after every round for as long as the player is in the ranking."""
    ranks: dict[str, list[str]] = {entrant_id: [] for entrant_id in ids}
    for table in standings_by_round(history, PRECEDENCE):
        for row in table:
            if row.rank is not None:
                ranks[row.entrant].append(str(row.rank))
    return [line.with_extra("rrank", " ".join(ranks[i])) for line, i in zip(lines, ids, strict=True)]


def from_history(history: History, base: TshFile | None = None) -> TshFile:
    """A division file of a history; `base` supplies what a history does not carry.

    Line n of `base` belongs to the n-th entrant: names with member numbers, lifetime games, ratings after
    each round and unknown keys pass through. Tables of more than two seats cannot be written: ValueError.
    """
    tables = (o for outcomes in history.rounds for o in outcomes if isinstance(o, Played | Unfinished))
    if any(len(named_in(one)) > 2 for one in tables):
        raise ValueError("A .t file holds games of two; this event has tables of three or four.")
    ids = [entrant.id for entrant in history.entrants]
    numbers = {entrant_id: number for number, entrant_id in enumerate(ids, start=1)}
    columns = columns_of(history, numbers)
    bases = list(base.players) if base else []
    old = [bases[at] if at < len(bases) else None for at in range(len(ids))]
    lines = [line_of(numbers[e.id], e, columns, o) for e, o in zip(history.entrants, old, strict=True)]
    file = base or TshFile(())
    return replace(file, players=tuple(with_ranks(lines, history, ids)))

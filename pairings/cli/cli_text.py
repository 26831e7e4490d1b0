"""What the command line says, in lines a director reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from json.encoder import encode_basestring
from typing import TYPE_CHECKING

from pairings.event.codec import encode
from pairings.rounds.result import Result
from pairings.standings.metrics import points

if TYPE_CHECKING:
    from pairings.checks.check_round import RoundVerdict
    from pairings.standings.standings import Row
    from pairings.what_if.nearer import Beside

Names = Mapping[str, str]


def as_json(data: object, lead: str = "\n") -> str:
    """Data as people can read it: to the letter what `json.dumps` with an indent of 1 writes, which takes its slow way for that.

    `lead`: the line break and the indent it stands at.
    """
    deeper = lead + " "
    if isinstance(data, dict) and data:
        rows = [
            f"{deeper}{encode_basestring(name)}: "
            f"{encode_basestring(item) if isinstance(item, str) else as_json(item, deeper)}"
            for name, item in data.items()
        ]
        return f"{{{','.join(rows)}{lead}}}"
    if isinstance(data, (list, tuple)) and data:
        parts = [
            encode_basestring(item)
            if isinstance(item, str)
            else str(item)
            if type(item) is int
            else as_json(item, deeper)
            for item in data
        ]
        return f"[{deeper}{f',{deeper}'.join(parts)}{lead}]"
    return json.dumps(data, ensure_ascii=False) if type(data) is not int else str(data)


def paired_text(answer: Result, names: Names) -> str:
    """A round as a list of boards with their reasons."""
    lines = [f"Round {answer.round}, {answer.system}. {answer.certificate.sentence}"]
    for board in answer.boards:
        lines.append(f"{board.table:>4}  {' - '.join(names[one] for one in board.seats)}. {board.why}")
    lines += [f" bye  {names[given.entrant]}. {given.why}" for given in answer.byes]
    lines += [f" out  {names[one]} plays nothing this round." for one in answer.sitting_out]
    return "\n".join([*lines, *answer.notes])


def explained_text(answer: Result, names: Names) -> str:
    """A round board by board: every reason on a line of its own, the price, the nearest other way."""
    lines = [f"Round {answer.round}, {answer.system}. {answer.certificate.sentence}"]
    for board in answer.boards:
        lines.append(f"Table {board.table}: {' - '.join(names[one] for one in board.seats)}")
        lines += [f"  {reason.sentence[:1].upper()}{reason.sentence[1:]}." for reason in board.reasons]
        lines += [f"  The {board.alternative.sentence}."] if board.alternative else []
    for given in answer.byes:
        lines += [f"Bye: {names[given.entrant]}", f"  {given.why}"]
    lines += [f"All together: {priced(dict(answer.cost))}."]
    return "\n".join([*lines, *answer.notes])


def beside_text(other: Beside) -> str:
    """The round beside a Swiss: rematches for nearer scores, or the other way."""
    how = f"swiss(repeats={other.params['repeats']} free)" if "repeats" in other.params else "no rematch free"
    this = traded(other.own_rematches, other.own_gaps)
    return f"Rematches or nearer scores: this round has {this}; with {how}: {traded(other.rematches, other.gaps)}."


def traded(rematches: int, gaps: int) -> str:
    """'5 rematches, score gaps 772'."""
    return f"{rematches} {'rematch' if rematches == 1 else 'rematches'}, score gaps {gaps:,}"


def priced(cost: Mapping[str, int]) -> str:
    """A price by its tiers, the most important first; tiers that cost nothing are left out."""
    spoken = [f"{name.replace('_', ' ')} {value}" for name, value in cost.items() if value]
    return ", ".join(spoken) or "nothing that costs"


def row_data(row: Row, names: Names, numbered: bool) -> dict[str, object]:
    """One line of the standings as data; wins and losses are whole or half numbers."""
    halves = {"wins": row.wins, "losses": row.losses}
    return {
        "rank": row.rank,
        "id": int(row.entrant) if numbered else row.entrant,
        "name": names[row.entrant],
        **{name: value / 2 if value % 2 else value // 2 for name, value in halves.items()},
        "ties": row.ties,
        "spread": row.spread,
    }


def row_text(row: Row, names: Names) -> str:
    """One line of the standings in columns."""
    rank = "-" if row.rank is None else str(row.rank)
    return f"{rank:>4} {points(row.wins):>5} {points(row.losses):>5} {row.spread:>+6}  {names[row.entrant]}"


def verdict_lines(verdict: RoundVerdict, all_of_it: bool) -> Iterator[str]:
    """A verdict, then what was found; what is only worth knowing when everything is asked for."""
    yield verdict.sentence
    for finding in verdict.findings:
        if all_of_it or finding.severity != "info":
            yield f"  {finding.severity}: {finding.sentence}"
    if all_of_it and verdict.numbers:
        told = (f"{name.replace('_', ' ')} {value}" for name, value in verdict.numbers.items() if value)
        yield f"  {', '.join(told)}"


def verdict_data(verdict: RoundVerdict) -> dict[str, object]:
    """A verdict as data."""
    return {"valid": verdict.valid, "sentence": verdict.sentence, **encode(verdict)}

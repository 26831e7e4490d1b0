"""What TRF26 has beside the players of TRF16, as far as it fits an event of ours (FIDE, "TRF26", in force from 2025-09-01).

| record | columns | what becomes of it |
|---|---|---|
| `022` `042` `052` `142` | from 5 | place, first and last day (YYYY/MM/DD), rounds planned |
| `240` | type 5 (F H Z), round 7-9, numbers from 11 by 5 | byes announced; those of rounds to come are absences |
| `310` / `013` | name 9-40 / 5-36, numbers from 74 / 37 by 5 | teams |
| `ESP` .. | as `001` | a national rating, where the line `001` has none |

Points, tie-breaks, accelerated rounds, prohibited pairings and records of team matches are told, not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from core.messages import say
from pairings.event.history import Entrant
from pairings.formats.trf_player import TrfGame

DAY = re.compile(r"(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})")
NATION = re.compile(r"[A-Z]{3} +\d{1,4}\b")
# Where numbers begin in a record and how far apart they are; how many a record holds at most.
BYE_NUMBERS, TEAM_310, TEAM_013, STRIDE, MOST_NUMBERS = 10, 73, 36, 5, 400
# What is told when it is in a file: by the beginning of its lines.
NOT_TAKEN = {
    "162": say("how games score"), "362": say("how team matches score"), "202": say("tie-breaks"),
    "212": say("the order of standings"),
    "250": say("accelerated rounds"), "260": say("prohibited pairings"), "299": say("points given apart"),
    "300": say("line-ups"), "320": say("byes of teams"), "330": say("forfeited team matches"),
}  # fmt: skip
RATING_MAX = 9999


@dataclass(frozen=True, slots=True)
class Trf26:
    """What the records say. `byes`: the kind by number and round; `teams`, `ratings`: by number; `left`: codes not taken."""

    city: str = ""
    first_day: date | None = None
    last_day: date | None = None
    byes: Mapping[tuple[int, int], str] = field(default_factory=dict)
    teams: Mapping[int, str] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    left: tuple[str, ...] = ()


def read_records(lines: Sequence[str]) -> Trf26:
    """The records among a file's lines; what is no record of these is passed over."""
    byes: dict[tuple[int, int], str] = {}
    teams: dict[int, str] = {}
    ratings: dict[int, int] = {}
    for line in lines:
        code = line[:3]
        if code == "240" and line[4:5].upper() in ("F", "H", "Z"):
            byes |= {(number, _whole(line[6:9])): line[4:5].upper() for number in _numbers(line, BYE_NUMBERS)}
        elif code in ("310", "013"):
            name, at = (line[8:40], TEAM_310) if code == "310" else (line[4:36], TEAM_013)
            teams |= dict.fromkeys(_numbers(line, at), " ".join(name.split()))
        elif NATION.match(line) and code != "XXR":
            number, rating = _whole(line[3:8]), _whole(line[48:52])
            ratings |= {number: rating} if number and 0 < rating <= RATING_MAX else {}
    found = {line[:3] for line in lines}
    left = tuple(code for code in NOT_TAKEN if code in found)
    return Trf26(_text(lines, "022"), day_of(lines, "042"), day_of(lines, "052"), byes, teams, ratings, left)


def _text(lines: Sequence[str], code: str) -> str:
    return next((" ".join(line[3:].split())[:120] for line in lines if line[:3] == code), "")


def day_of(lines: Sequence[str], code: str) -> date | None:
    """The day behind a code; None where there is none, or no date."""
    found = DAY.search(_text(lines, code))
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None


def _whole(text: str) -> int:
    word = text.strip()
    return int(word) if word.isascii() and word.isdigit() else 0


def _numbers(line: str, at: int) -> list[int]:
    """The start numbers of a record, blanks and noughts passed over."""
    places = range(at, min(len(line.rstrip()), at + STRIDE * MOST_NUMBERS), STRIDE)
    return [number for number in (_whole(line[place : place + 4]) for place in places) if number]


def told(file: Trf26) -> Iterator[str]:
    """A sentence for each thing that is not taken."""
    for code in file.left:
        yield say(
            "The file also says %(what)s (record %(code)s); that is not taken over.",
            what=NOT_TAKEN[code],
            code=code,
        )


def heads(file: Trf26, rounds: int) -> list[str]:
    """The lines before the players that TRF26 has beside those of TRF16."""
    found = [f"022 {' '.join(file.city.split())}"] if file.city.strip() else []
    found += [f"042 {file.first_day:%Y/%m/%d}"] if file.first_day else []
    found += [f"052 {file.last_day:%Y/%m/%d}"] if file.last_day else []
    return [*found, f"142 {rounds}"]


def bye_lines(byes: Mapping[tuple[int, int], str]) -> list[str]:
    """Records `240`, by round and kind."""
    groups: dict[tuple[int, str], list[int]] = {}
    for (number, at), kind in byes.items():
        groups.setdefault((at, kind), []).append(number)
    return [
        f"240 {kind} {at:03} " + " ".join(f"{number:>4}" for number in sorted(numbers))
        for (at, kind), numbers in sorted(groups.items())
    ]


def team_lines(teams: Mapping[int, str]) -> list[str]:
    """Records `310`: a team's number, name and players."""
    groups: dict[str, list[int]] = {}
    for number, name in sorted(teams.items()):
        groups.setdefault(name, []).append(number)
    return [
        f"310 {at:>3} {name[:32]:<32}".ljust(TEAM_310) + " ".join(f"{number:>4}" for number in numbers)
        for at, (name, numbers) in enumerate(groups.items(), start=1)
    ]


def byes_of(
    order: Sequence[Entrant], numbers: Mapping[str, int], games: Mapping[str, Sequence[TrfGame]], planned: int
) -> dict[tuple[int, int], str]:
    """Byes by number and round that were not the pairing's: those of rounds played, and absences of rounds to come."""
    found = {
        (numbers[one.id], at): game.result
        for one in order
        for at, game in enumerate(games[one.id], start=1)
        if not game.opponent and game.result in "FHZ"
    }
    for one in order:
        for away in one.absences:
            first, last = max(away.first, len(games[one.id]) + 1), min(away.last or planned, planned)
            kind = "F" if away.intent == "bye" else "Z"
            found |= dict.fromkeys(((numbers[one.id], at) for at in range(first, last + 1)), kind)
    return found


def teams_of(order: Sequence[Entrant], numbers: Mapping[str, int]) -> dict[int, str]:
    """Teams by number."""
    return {numbers[one.id]: one.team for one in order if one.team}

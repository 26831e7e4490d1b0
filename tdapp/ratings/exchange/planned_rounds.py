"""How long an event was to be after each of its rounds: `31`, one a round as in `15,15,31`, or from a round on as in
`15,13:31`. Events were lengthened or cut while they ran, and tsh split them by what was planned at that moment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from pairings.formats.tsh import ROUNDS_MAX, TshFile
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.exchange.tsh_field import field_of, rounds_of, scored_rounds
from tdapp.ratings.formulas import Formula
from tdapp.ratings.formulas.expected import splits

AS_NEWR = "newr"
PART = re.compile(r"(?:(?P<first>[0-9]{1,4}):)?(?P<length>[0-9]{1,4})")


def planned_after(text: str, scored: int, usual: int) -> list[int]:
    """The rounds planned after rounds 1 .. `scored`, never fewer than were played; `usual`: where nothing is said. Refuses
    (422) what is no such list.
    """
    steps = dict(_steps(text)) if text.strip() else {1: usual}
    found, length = [], usual
    for number in range(1, scored + 1):
        length = steps.get(number, length)
        found.append(max(length, number))
    return found


def too_short(text: str, scored: int) -> str:
    """One sentence where fewer rounds are planned at the end than have scores; "" where not, or where nothing is said."""
    length = scored
    for first, planned in _steps(text) if text.strip().lower() not in ("", AS_NEWR) else ():
        length = planned if first <= scored else length
    if length >= scored:
        return ""
    sentence = _(
        "--rounds %(text)s: the file has %(scored)s rounds with scores, but only %(length)s are planned; from round %(first)s "
        "on each is rated as if it were the last. If the event was made longer, write so: %(scored)s, or %(length)s,%(length)s:"
        "%(scored)s from round %(length)s on."
    )
    return sentence % {"text": text.strip(), "scored": scored, "length": length, "first": length + 1}


def _steps(text: str) -> Iterator[tuple[int, int]]:
    """From which round on how many are planned."""
    at, before = 1, ""
    for part in text.split(","):
        said = PART.fullmatch(part.strip())
        first, length = (int(said["first"] or at), int(said["length"])) if said else (0, 0)
        if 0 < first < at and 0 < length <= ROUNDS_MAX:
            sentence = _(
                "--rounds %(text)s: “%(part)s” begins at round %(first)s, but the part before it begins at round %(before)s; "
                "each part begins later than the one before it, as in %(part_before)s,%(right)s:%(length)s."
            )
            facts = {
                "text": text[:60], "part": part.strip(), "first": first, "before": at - 1,
                "part_before": before, "right": at, "length": length,
            }  # fmt: skip
            raise Refusal("bad-rounds", sentence % facts)
        if not (at <= first <= ROUNDS_MAX and 0 < length <= ROUNDS_MAX):
            sentence = _(
                "--rounds %(text)s: write how many rounds the event has, as in 31; one number a round, as in 15,15,31; or "
                "from a round on, as in 15,13:31; from 1 to %(most)s."
            )
            raise Refusal("bad-rounds", sentence % {"text": text[:60], "most": ROUNDS_MAX})
        yield first, length
        at, before = first + 1, part.strip()


def as_newr(formula: Formula, file: TshFile, settings: dict[str, object]) -> list[int]:
    """The rounds planned after each round as the ratings in the file (`newr`) show: of the lengths that cut the event
    otherwise the one most of them agree with; the length of the file where several do.
    """
    told = [player.numbers("newr") for player in file.players]
    usual, found = rounds_of(file), []
    for number in range(1, scored_rounds(file) + 1):
        asked = {
            tuple(_cuts(length, number)): length for length in (*range(ROUNDS_MAX, number - 1, -1), usual)
        }
        lengths = sorted(asked.values(), key=lambda length: (length != usual, length))
        found.append(
            max(lengths, key=lambda length: _agreeing(formula, file, settings, told, number, length))
        )
    return found


def _cuts(length: int, number: int) -> Iterator[int]:
    """Where an event of this length is cut, as far as that is behind us."""
    yield from (last for _first, last in splits(length) if last < number)


def _agreeing(
    formula: Formula, file: TshFile, settings: dict[str, object], told: Sequence[Sequence[int]], number: int, length: int
) -> int:  # fmt: skip
    rated = formula.rate(field_of(file, number, length), settings)
    return sum(
        len(own) >= number and own[number - 1] == one.rating for own, one in zip(told, rated, strict=True)
    )


def compared(file: TshFile, after: Sequence[Sequence[int]]) -> dict[str, int] | None:
    """How many of the file's own ratings (`newr`) are those found, `after` by round; None for a file that has none."""
    pairs = [
        (own, row[place])
        for place, player in enumerate(file.players)
        for own, row in zip(player.numbers("newr"), after, strict=False)
    ]
    return {"values": len(pairs), "same": sum(own == found for own, found in pairs)} if pairs else None

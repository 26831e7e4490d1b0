"""The day of one newcomer from the log-in to the last step of the overview, told in the order it happens."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bench.use.newcomer import after, before, mishaps, rounds
from bench.use.newcomer.before import DIVISIONS, ROUNDS
from bench.use.newcomer.hands import Hands
from bench.use.newcomer.laptop import Laptop

TIE, NO_TABLE, MISREAD = 1, 2, 3
SPECIAL: Mapping[int, Mapping[int, Callable[[Hands, int], None]]] = {
    1: {TIE: mishaps.tie, NO_TABLE: mishaps.no_such_table},
    2: {MISREAD: mishaps.wrong_score},
}


@dataclass
class Day:
    """What the day left behind beside what the hands counted."""

    copies: dict[tuple[int, str], bool] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    seconds: float = 0.0


def live(me: Hands, desk: Laptop, day: Day) -> None:
    """From nothing to a day that is done."""
    before.log_in(me, desk.password)
    before.create(me)
    before.import_list(me)
    before.check_in(me)
    for number in range(1, ROUNDS + 1):
        _round(me, desk, day, number)
    after.prizes(me)
    after.finalise(me)
    after.ceremony(me)
    after.rate(me)
    day.files = [after.send(me), after.export(me)]
    after.key(me)
    after.nothing_left(me)


def _round(me: Hands, desk: Laptop, day: Day, number: int) -> None:
    """Pairings, what goes wrong, slips, closed, copied."""
    me.stage(f"round {number}")
    rounds.begin(me, number)
    if number == 1:
        mishaps.no_show(me)
        mishaps.wrong_opponents(me)
    if number == 4:
        mishaps.found_two_rounds_later(me, MISREAD)
    me.stage(f"slips of round {number}")
    rounds.enter(me, number, SPECIAL.get(number, {}))
    me.stage(f"close round {number}")
    for division in DIVISIONS:
        before = desk.copies()
        rounds.close(me, number, division)
        day.copies[number, division] = desk.copied_since(before)
    if number == 1:
        me.stage("withdrawal and late entry")
        mishaps.withdraw(me, mishaps.NO_SHOW)
        mishaps.late_entry(me)
    if number == 3:
        me.stage("withdrawal in the middle")
        mishaps.withdraw(me, mishaps.LEAVES)
    day.seconds = desk.seconds()

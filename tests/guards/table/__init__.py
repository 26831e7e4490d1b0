"""Guards that no pattern finds: locks, swaps, transactions, who may confirm what, what the public sees. By hand, room by room."""

from __future__ import annotations

from itertools import chain

from tests.guards.guard import Guard
from tests.guards.table import (
    access,
    commands,
    copies,
    faults,
    hall,
    jobs,
    judging,
    lexicons,
    pairing,
    phones,
    prizes,
    public,
    ratings,
    results,
    sheets,
)

ROOMS = (
    commands, results, pairing, access, public, jobs, sheets, judging, lexicons, ratings, prizes, phones, hall, copies, faults,
)  # fmt: skip
GUARDS: tuple[Guard, ...] = tuple(chain.from_iterable(room.GUARDS for room in ROOMS))

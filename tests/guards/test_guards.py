"""The guards are where the table says, and a removed one is noticed: a sample always, all of them in `./td soak`."""

from __future__ import annotations

import pytest

from tests.guards.found import (
    ROOT,
    Guard,
    constraints,
    permissions_of_commands,
    permissions_of_views,
    refusals,
)
from tests.guards.mutate import every_guard, verdicts
from tests.guards.table import GUARDS

SAMPLE = (
    "compare and swap",
    "a key is claimed",
    "a tie stops",
    "nobody confirms alone",
    "a page asks for its permission",
    "forms carry a CSRF token",
    "constraint result_one_current_per_table",
    "a job is claimed once",
)
BY_HAND = {guard.name: guard for guard in GUARDS}


@pytest.mark.parametrize("guard", every_guard(), ids=lambda guard: guard.name)
def test_a_guard_stands_where_it_is_taken_from_and_the_rest_still_reads(guard: Guard) -> None:
    for file in guard.files:
        text = (ROOT / file).read_text(encoding="utf-8")
        without = guard.applied(text, file)
        assert without != text
        compile(without, file, "exec")


def test_the_source_is_read_for_guards_of_every_kind() -> None:
    assert len(list(refusals())) >= 100
    assert len(list(constraints())) >= 20
    assert len(list(permissions_of_commands())) >= 50
    assert len(list(permissions_of_views())) >= 40


def test_no_guard_has_two_names() -> None:
    names = [guard.name for guard in every_guard()]
    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.slow
def test_a_removed_guard_is_noticed() -> None:
    chosen = [guard for guard in every_guard() if guard.name in SAMPLE]
    assert len(chosen) == len(SAMPLE)
    assert [verdict.guard.name for verdict in verdicts(chosen) if not verdict.caught] == []


@pytest.mark.soak
def test_every_removed_guard_is_noticed() -> None:
    assert [verdict.guard.name for verdict in verdicts(every_guard()) if not verdict.caught] == []

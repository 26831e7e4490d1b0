"""How many tables of which size; the cases of section 7 of the engine notes and every way counted."""

from __future__ import annotations

from itertools import product

import pytest

from pairings.rounds.table_sizes import Sizes, byes_needed, house_player_helps, sizes_of

FOURS, THREES = Sizes(4), Sizes(3)
ONLY_THREES, NO_TWOS, ONLY_FOURS = Sizes(3, 3, 3), Sizes(4, 3, 4), Sizes(4, 4, 4)


@pytest.mark.parametrize(
    ("count", "wanted", "sizes"),
    [
        (2, FOURS, (2,)),
        (3, FOURS, (3,)),
        (4, FOURS, (4,)),
        (5, FOURS, (3, 2)),
        (6, FOURS, (3, 3)),
        (7, FOURS, (4, 3)),
        (9, FOURS, (3, 3, 3)),
        (10, FOURS, (4, 3, 3)),
        (13, FOURS, (4, 3, 3, 3)),
        (16, FOURS, (4, 4, 4, 4)),
        (17, FOURS, (4, 4, 3, 3, 3)),
        (4, THREES, (4,)),
        (5, THREES, (3, 2)),
        (7, THREES, (4, 3)),
        (8, THREES, (4, 4)),
        (9, THREES, (3, 3, 3)),
        (10, THREES, (4, 3, 3)),
        (8, Sizes(3, 2, 3), (3, 3, 2)),
        (7, Sizes(3, 2, 3), (3, 2, 2)),
        (7, ONLY_THREES, (3, 3, 1)),
        (8, ONLY_THREES, (3, 3, 1, 1)),
        (5, NO_TWOS, (4, 1)),
        (7, ONLY_FOURS, (4, 1, 1, 1)),
    ],
)
def test_everybody_plays_at_as_many_tables_of_the_size_asked_for_as_can_be(
    count: int, wanted: Sizes, sizes: tuple[int, ...]
) -> None:
    assert sizes_of(count, wanted) == sizes


@pytest.mark.parametrize(
    ("count", "wanted"), [(0, FOURS), (1, FOURS), (2, NO_TWOS), (2, ONLY_THREES), (3, ONLY_FOURS)]
)
def test_too_few_for_one_table_make_no_round(count: int, wanted: Sizes) -> None:
    assert sizes_of(count, wanted) is None
    assert byes_needed(count, wanted) == count


@pytest.mark.parametrize(
    "wanted", [FOURS, THREES, ONLY_THREES, NO_TWOS, ONLY_FOURS, Sizes(3, 2, 3), Sizes(3, 3, 4)]
)
def test_no_other_way_has_fewer_byes_fewer_tables_of_two_or_more_of_the_size_asked_for(wanted: Sizes) -> None:
    """Against every way to share up to 40 players out."""
    allowed = range(wanted.least, wanted.most + 1)
    for count in range(wanted.least, 41):
        ways = []
        for numbers in product(*(range(count // size + 1) for size in allowed)):
            of = dict(zip(allowed, numbers, strict=True))
            byes = count - sum(size * number for size, number in of.items())
            if byes >= 0 and any(numbers):
                ways.append((byes, of.get(2, 0), -of[wanted.size], sum(numbers)))
        found = sizes_of(count, wanted)
        assert found is not None
        assert sum(found) == count
        tables = [size for size in found if size > 1]
        told = (found.count(1), found.count(2), -found.count(wanted.size), len(tables))
        assert told == min(ways)


@pytest.mark.parametrize(
    ("count", "wanted", "helps"),
    [
        (1, FOURS, True),
        (5, FOURS, False),
        (5, NO_TWOS, True),
        (5, ONLY_THREES, True),
        (4, ONLY_THREES, False),
        (6, ONLY_THREES, False),
    ],
)
def test_a_house_player_is_called_only_where_that_saves_a_bye(count: int, wanted: Sizes, helps: bool) -> None:
    assert house_player_helps(count, wanted) is helps

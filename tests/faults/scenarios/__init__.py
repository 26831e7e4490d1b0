"""The 25 scenarios, one file for each thing that fails. Importing this package fills `scenario.SCENARIOS`."""

from tests.faults.scenarios import (
    hostile_input,
    kills,
    laptop,
    older_data,
    parts_away,
    restores,
    the_day,
    two_people,
    wi_fi,
    word_lists,
)

__all__ = [
    "hostile_input",
    "kills",
    "laptop",
    "older_data",
    "parts_away",
    "restores",
    "the_day",
    "two_people",
    "wi_fi",
    "word_lists",
]

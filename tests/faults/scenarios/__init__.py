"""The 25 scenarios, one file for each thing that fails. Importing this package fills `scenario.SCENARIOS`."""

from tests.faults.scenarios import kills, two_people

__all__ = ["kills", "two_people"]

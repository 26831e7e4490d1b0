"""The 25 scenarios, one file for each thing that fails. Importing this package fills `scenario.SCENARIOS`."""

from tests.faults.scenarios import kills, laptop, parts_away, two_people

__all__ = ["kills", "laptop", "parts_away", "two_people"]

"""The commands of `python -m pairings`."""

"""The commands of `python -m scoring`."""

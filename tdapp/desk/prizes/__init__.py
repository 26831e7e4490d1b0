"""Prizes: what is given, by which rule, to whom as it stands. `rules` is pure."""

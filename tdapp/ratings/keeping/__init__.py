"""Keeping a list: made, set, rated."""

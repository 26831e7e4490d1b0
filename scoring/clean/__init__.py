"""Whole games proven clean in one pass over the lines of their file."""

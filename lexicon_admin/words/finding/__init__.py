"""Conditions combined, over a whole edition at once: one bit a word and cut, kept in a file made from the edition."""

"""The kinds of hall screens: one file a kind."""

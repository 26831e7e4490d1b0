"""The writes of a club: its home, its officers, its members."""

"""Pages of this room: a game turn by turn."""

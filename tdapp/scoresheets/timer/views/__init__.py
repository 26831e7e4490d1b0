"""Pages of this room: the timer of a table."""

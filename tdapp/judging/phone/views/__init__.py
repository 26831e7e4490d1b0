"""Pages of this room: the phone at a table."""

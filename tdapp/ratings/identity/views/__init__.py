"""Pages of this room: two numbers that may be one person."""

"""Pages of this room: a list as it is read."""

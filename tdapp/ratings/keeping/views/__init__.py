"""Pages of this room: keeping a list."""

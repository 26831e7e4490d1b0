"""Pages of this room: lists that come in."""

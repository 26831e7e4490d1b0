"""Pages of this room: the public pages."""

"""Pages of this room: the log of an event as people read it."""

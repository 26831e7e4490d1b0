"""Pages of this room: who works at an event."""

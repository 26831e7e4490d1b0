"""Every way to change this room: who works at an event."""

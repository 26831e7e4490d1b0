"""Pages of this room: events and divisions made."""

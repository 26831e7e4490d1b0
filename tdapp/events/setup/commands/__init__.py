"""Every way to change this room: events and divisions made."""

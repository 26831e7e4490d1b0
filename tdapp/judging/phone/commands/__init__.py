"""Every way to change this room: the phone at a table."""

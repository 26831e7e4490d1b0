"""Every way to change this room: the timer of a table."""

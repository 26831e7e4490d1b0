"""Every way to change this room: two numbers that may be one person."""

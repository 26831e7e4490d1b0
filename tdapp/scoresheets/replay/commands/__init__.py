"""Every way to change this room: a game turn by turn."""

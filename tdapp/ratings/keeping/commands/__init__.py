"""Every way to change this room: keeping a list."""

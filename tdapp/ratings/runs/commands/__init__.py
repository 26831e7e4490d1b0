"""Every way to change this room: runs of a list."""

"""Every way to change this room: lists that come in."""

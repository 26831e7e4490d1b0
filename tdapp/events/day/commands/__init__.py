"""Every way to change this room: what the hall runs by."""

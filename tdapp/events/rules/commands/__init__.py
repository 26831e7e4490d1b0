"""Every way to change this room: the rules a division plays by."""

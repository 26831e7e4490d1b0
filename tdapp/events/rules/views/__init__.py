"""Pages of this room: the rules a division plays by."""

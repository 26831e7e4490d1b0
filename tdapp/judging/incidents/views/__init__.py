"""Pages of this room: the register of incidents."""

"""Every way to change this room: the register of incidents."""

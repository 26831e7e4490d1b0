"""Every way to change this room: who plays."""

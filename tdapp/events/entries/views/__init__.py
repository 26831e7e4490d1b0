"""Pages of this room: who plays."""

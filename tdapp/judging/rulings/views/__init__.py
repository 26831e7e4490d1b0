"""Pages of this room: calls and rulings."""

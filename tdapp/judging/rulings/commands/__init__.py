"""Every way to change this room: calls and rulings."""

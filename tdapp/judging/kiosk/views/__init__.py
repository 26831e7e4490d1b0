"""Pages of this room: the kiosk."""

"""Every way to change this room: the kiosk."""

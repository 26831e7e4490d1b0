"""Every way to change this room: sheets as files and photos."""

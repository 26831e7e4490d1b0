"""Pages of this room: sheets as files and photos."""

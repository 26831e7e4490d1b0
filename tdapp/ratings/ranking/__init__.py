"""A list as it is read: places, a player's way, what would be now, as files."""

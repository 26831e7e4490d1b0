"""A player's own phone: whose it is, what it shows, what it sends."""

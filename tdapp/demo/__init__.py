"""The demo: a club's season, invented, that plays itself through the real commands; made beside the day, gone with one press."""

"""Challenges called and ruled on; kiosks, incidents, protests."""

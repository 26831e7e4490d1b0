"""Every way to change a scoresheet."""

"""Every way to change a result."""

"""Every way to change a round."""

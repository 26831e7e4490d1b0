"""What a round came to, as columns: read from its rows, or as it was kept when they were read last."""

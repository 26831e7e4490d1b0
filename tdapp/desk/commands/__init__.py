"""Every way to change pairings, results and what is released."""

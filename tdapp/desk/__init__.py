"""The director's table: pairings, results and standings."""

"""COP: Castellano-O'Connor pairings. Who can still win what is simulated, and contenders meet whom they have to."""

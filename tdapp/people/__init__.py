"""Who plays: clubs, players, their private data apart, and the one function that says how a name is shown."""

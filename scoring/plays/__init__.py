"""One play: what was written laid over the board, whether it may lie there, its words and points."""

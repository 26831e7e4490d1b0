"""The fold: turns in, the state of the game after each of them out."""

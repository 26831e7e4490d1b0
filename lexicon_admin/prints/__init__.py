"""Lists on paper: what is on them, and how they are drawn."""

"""Guards: each is tried, and each is removed in a copy of the tree to see that a test notices."""

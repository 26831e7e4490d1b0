"""A look at all pairs: which are cheaper than the values of a proof say."""

"""The cheapest round, found and proven."""

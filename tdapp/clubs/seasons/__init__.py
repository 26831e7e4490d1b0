"""Series and circuits: several events that count together, reckoned from what was released of each."""

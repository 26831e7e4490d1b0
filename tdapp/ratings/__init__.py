"""Rating lists: formulas, runs, rankings, exchange."""

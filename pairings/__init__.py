"""One event, paired and ranked: pure functions over entrants and outcomes, without Django or a database."""

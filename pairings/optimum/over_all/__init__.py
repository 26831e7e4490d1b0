"""The cheapest round over all pairs at once: which of them the solver is given, and with what weights."""

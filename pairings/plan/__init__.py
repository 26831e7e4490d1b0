"""Which system pairs which round, what to tell a director who plans so, and who may not meet."""

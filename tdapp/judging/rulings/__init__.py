"""Calls and rulings: what is asked, how it is ruled, what follows, the log, the report."""

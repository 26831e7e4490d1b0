"""Tools for those who work on the program; a club's laptop never runs them."""

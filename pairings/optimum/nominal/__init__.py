"""Where a search of the cheapest round begins: whom the pattern means for whom, and what each is worth at first."""

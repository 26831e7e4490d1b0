"""Team matches: which teams meet, and who sits at which board."""

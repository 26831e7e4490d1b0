"""The timer of a table: two minutes a turn, and what was used."""

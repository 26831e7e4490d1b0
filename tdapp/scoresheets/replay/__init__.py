"""A game turn by turn: told, shown, released."""

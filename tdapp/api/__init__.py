"""The same commands and facts, as JSON."""

"""What was written down of a game, read and written as JSON, CSV and GCG. Nothing is computed here."""

"""Sentences of the pure rooms: said in the language of the page, and kept as data."""

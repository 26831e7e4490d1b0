"""The pure rooms and the formulas: pairing, standings, scoring, words, ratings."""

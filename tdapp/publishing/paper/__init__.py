"""Paper as PDF: the pack for the evening before, and the sheets of a round."""

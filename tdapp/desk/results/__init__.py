"""A result typed, reported, read from a sheet, confirmed, corrected."""

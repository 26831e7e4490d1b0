"""Two numbers that may be one person: found, merged, taken back."""

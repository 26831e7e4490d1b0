"""One sheet: its rows as stored, read, edited, told in words."""

"""How dates and numbers are written: Django has no Filipino, so it stands here."""

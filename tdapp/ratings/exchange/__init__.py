"""Lists that come in: read, matched with who is known, seen before they count."""

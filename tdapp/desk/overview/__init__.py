"""Where the day stands, and what the public sees."""

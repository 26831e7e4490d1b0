"""What a visitor of the whole installation finds: all events, the calendar, a search over everything public."""

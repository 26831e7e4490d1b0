"""What other programs read of an event where it is run: a feed, a calendar, the picture beside a link."""

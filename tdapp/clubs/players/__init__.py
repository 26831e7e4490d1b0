"""A player over all public events: results, rating, records, opponents, head to head; only of who has such a page."""

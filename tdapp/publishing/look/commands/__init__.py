"""The writes of an event's look."""

"""The event's screens, one module a topic."""

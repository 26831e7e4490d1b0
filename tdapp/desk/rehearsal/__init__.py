"""Events that play themselves, and what must hold of every event."""

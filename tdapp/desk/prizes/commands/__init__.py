"""Every way to change prizes and the end of an event."""

"""The forms of the event's screens. They read what was typed; what may be done is decided by the commands."""

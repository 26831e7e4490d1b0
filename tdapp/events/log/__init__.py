"""The log of an event as people read it: what each entry is called, and its page."""

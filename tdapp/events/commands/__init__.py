"""Every way to change an event, its divisions, its entrants and its people."""

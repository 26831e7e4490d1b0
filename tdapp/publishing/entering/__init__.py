"""How one enters an event: what is said at the desk stands on its public page, in the calendar, and in files for programs."""

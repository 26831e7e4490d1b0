"""Never lose the day: an event in one encrypted file, kept in a second place, taken over by a second laptop, fenced on the first."""

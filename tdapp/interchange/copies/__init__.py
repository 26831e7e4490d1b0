"""Never lose the day: an event in one sealed file, in a second place, taken over by another laptop, fenced on the first."""

"""What an event remembers: entrants, outcomes, and the running record of each entrant."""

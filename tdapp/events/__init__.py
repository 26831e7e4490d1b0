"""What is held: events, divisions, entrants, memberships, rounds, tables and slots."""

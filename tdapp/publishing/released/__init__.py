"""What is public of an event, as plain data: who may see it, people, rounds, games, teams."""

"""The pages of a player's own phone, and of a school."""

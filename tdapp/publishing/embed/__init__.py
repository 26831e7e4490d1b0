"""Standings and pairings in a frame of another website: which sites may, and the page they show."""

"""Standings as people read them: places with their reasons, marks, chances, cards, wall chart."""

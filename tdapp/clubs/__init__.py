"""Clubs and schools: what their officers do for themselves, and the page each has for everybody."""

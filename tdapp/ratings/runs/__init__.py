"""Runs of a list: which are needed, what they make of everybody, stored, explained."""

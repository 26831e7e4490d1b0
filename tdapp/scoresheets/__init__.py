"""Sheets typed, uploaded, tallied, checked, replayed."""

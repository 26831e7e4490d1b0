"""Sheets of a round side by side: listed, compared, checked."""

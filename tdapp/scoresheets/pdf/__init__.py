"""Paper as PDF."""

"""Backup of the whole installation in one verified file, and the way back."""

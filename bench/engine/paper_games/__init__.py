"""Honest scoresheets made without the engine: rules read, games played and added up by code of their own."""

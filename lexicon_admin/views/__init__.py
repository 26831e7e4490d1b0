"""Screens of the word lists: for everybody what the licence allows, for committees their work."""

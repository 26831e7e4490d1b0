"""The public pages: made once for each state of what is public."""

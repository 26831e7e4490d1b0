"""The pages of the overview."""

"""The pages of standings."""

"""The pages of the pairing desk."""

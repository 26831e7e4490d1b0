"""The pages of prizes and of the end."""

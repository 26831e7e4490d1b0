"""The pages of paper at the desk."""

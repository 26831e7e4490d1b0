"""What a round at tables of three and four costs."""

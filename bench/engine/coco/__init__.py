"""What CoCo publishes of its ratings, held against ours."""

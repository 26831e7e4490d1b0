"""What every request passes, and what settings need of the world around them."""

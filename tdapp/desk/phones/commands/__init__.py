"""What the desk decides about phones."""

"""What the desk changes about what is shown."""

"""What goes into a group chat."""

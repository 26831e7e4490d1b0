"""What the words of a division are asked of: lists, the printed list, overrides."""

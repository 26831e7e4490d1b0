"""Every way to change this room: what the words of a division are asked of."""

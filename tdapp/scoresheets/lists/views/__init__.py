"""Pages of this room: sheets of a round side by side."""

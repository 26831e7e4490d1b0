"""Every way to change this room: sheets of a round side by side."""

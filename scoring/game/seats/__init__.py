"""What belongs to one seat: its rows, its rack, the tiles it gives back, its time, what it has left."""

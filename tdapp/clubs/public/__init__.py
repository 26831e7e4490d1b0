"""What everybody sees of a club: plain facts of released standings, and nobody guarded among them."""

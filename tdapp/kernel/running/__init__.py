"""What the running program needs to know of itself: its health, its clock, why a job waits, its first tables."""

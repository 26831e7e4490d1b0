"""Real processes, real kills: whatever was acknowledged is there afterwards, once."""

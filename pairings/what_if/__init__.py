"""What if? Rounds made or changed by hand, against the best one."""

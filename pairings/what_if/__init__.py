"""What would it cost? Rounds made or changed by hand, against the best one."""

"""Who sits in a committee, what they may do, how they voted."""

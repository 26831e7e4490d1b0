"""The inside of the independent checker (`pairings.checks.check_round`): its own books, bounds and measures.

Nothing here may import anything of the systems; a test holds that.
"""

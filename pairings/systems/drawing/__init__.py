"""What every system shares: the draft of a round, its boards, the draw itself."""

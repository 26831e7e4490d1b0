"""What no round at tables can go below, and the search for a cheaper one that is the proof."""

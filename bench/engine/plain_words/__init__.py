"""Words searched by looking at every one of them."""

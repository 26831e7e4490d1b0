"""Who signs in, by what, from which browser, and how often it may be tried."""

"""The log that proves something: its chain, the rows it bears witness to, and the heads that stand on prints."""

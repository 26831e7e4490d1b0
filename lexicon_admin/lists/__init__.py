"""Lists and their editions: stores, files, what may be looked up, what an event is pinned to."""

"""What hall screens show. One file a kind of screen; `kinds.py` is the registry, `every.py` knows all of them."""

"""What hall screens show. One file a kind of screen; `kinds.py` is the registry, `all_kinds.py` knows all of them."""

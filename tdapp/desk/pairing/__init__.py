"""A round drafted, changed by hand, published, closed, released."""

"""What runs: the parent, its children, and what happens when one of them dies."""

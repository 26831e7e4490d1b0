"""Templates folded: the white space they are laid out with stays in the file, and no page changes by it."""

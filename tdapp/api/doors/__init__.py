"""Every command of the house as an operation of the API: read from the registry, never listed a second time."""

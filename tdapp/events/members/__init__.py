"""Who works at an event: roles, links, PINs, taking over a desk."""

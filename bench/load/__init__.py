"""A real hall under the load of a large event, from outside: `./td load L1 L2 ...`."""

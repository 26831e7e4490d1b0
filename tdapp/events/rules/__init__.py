"""The rules a division plays by: board, tiles, single values, a file of its own."""

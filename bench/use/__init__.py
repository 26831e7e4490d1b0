"""The goals of use: keys, clicks, waits, dead ends, and a newcomer's whole day. `python -m bench.use` prints all of it."""

"""An event in a file, said once: one spec for each table, from which every file of an event is written and read.

Three policies: what anybody may see, the same with private data, and every row exactly as it stands.
"""

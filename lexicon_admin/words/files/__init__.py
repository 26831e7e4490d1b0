"""Files of words: their packing, their letters, plain lists and dictionaries with affixes."""

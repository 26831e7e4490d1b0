"""Everything that changes a list of words, as commands in the scope of their lexicon."""

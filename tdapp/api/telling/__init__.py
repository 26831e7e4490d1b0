"""What the description says for people: sentences, plain words, bodies and answers as examples."""

"""Tables of two, three and four: how many, who sits together, who has which seat, and how sure that is."""

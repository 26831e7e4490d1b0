"""AUPAIR's tournament file `.tou`, the form in which WESPA rates events: whole events, one section a division.

    *M 14.03.2026 Lungsod Open
    *A
                                          0
    Cruz, Ana            2448  +2  367   3
    *** END OF FILE ***

A game is its outcome (2 won, 1 tied, blank lost), the score and the opponent's number in the section, `+` before it where
the player went first; one's own number is a round without an opponent.
"""

"""An event in one file for the federation that rates it: made and signed here, checked and brought in there.

Membership numbers and whole names are in it, so that players are found; birth dates, ages, guardians and contacts never.
"""

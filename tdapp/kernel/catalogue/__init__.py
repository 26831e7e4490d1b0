"""The Filipino catalogue, kept without gettext's programs: `python -m tdapp.kernel.catalogue` (docs/programmers/filipino.md).

`marked` finds every marked string of the tree, `borrowed` those of Django and of the REST framework, `keeping` holds them
beside what is translated. Babel reads, merges, writes and compiles; the program that runs reads the .mo files and needs
none of this (docs/adr/0013-translations.md).
"""

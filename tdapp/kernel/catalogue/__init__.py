"""The Filipino catalogue, kept without gettext's programs: `python -m tdapp.kernel.catalogue` (docs/programmers/filipino.md).

`marked` finds every marked string of the tree, `borrowed` those of Django and of the REST framework, `engine` the
sentences of the pairing engine, which knows no Django; `po` reads, writes and compiles catalogues.
"""

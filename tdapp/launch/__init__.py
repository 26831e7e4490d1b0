"""Starting and watching the program: what `./td` does before, around and beneath Django.

Modules named in `docs/adr/0002-server.md` as *bootstrap* import the standard library only: they run before `.venv` exists.
"""

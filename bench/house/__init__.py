"""The house measured against its own plan: lines, folders, imports, pages, tests. `python -m bench.house` prints the table."""

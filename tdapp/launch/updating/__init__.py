"""Bringing the data to this program's version: whole, old or new, whatever stops it half-way (docs/adr/0011-updates.md).

A SQLite file is updated on a copy that takes its place once it is checked; PostgreSQL in one transaction.
"""

"""A client in Python, written from the OpenAPI document: one file that needs the standard library only."""

"""The program over its pages, its jobs and its database."""

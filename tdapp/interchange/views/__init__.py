"""Screens for lists that come in and files that go out."""

"""Somebody who has never seen the program runs their own event alone, in a real browser."""

"""Whose phone it is: codes, cookies, devices."""

"""Pairings and standings for a group chat: one text, or pictures of it. The same rows as the public pages."""

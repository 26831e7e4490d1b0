"""The kiosk: words checked by the players, at a screen of its own."""

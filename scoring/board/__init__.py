"""The board and its tiles: squares, premiums, what lies where, text read as tiles."""

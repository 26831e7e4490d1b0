"""How an event looks to the public: its logo and its colour, in tones that can be read in light and in dark."""

"""The hall while it plays: clocks, day plan, forecast, roll-call, paper; the frame of every page."""

"""What a federation's server must bear, done to one that runs as processes: `./td federation drill`."""

"""What the demo is made of, each part by the commands everybody's events are made by."""

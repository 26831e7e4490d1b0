"""The pages of the screens: what a projector opens, and where the desk directs them."""

"""Many ways an event may end, played at once, and who is among the first of them."""

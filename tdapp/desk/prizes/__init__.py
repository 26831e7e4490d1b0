"""How an event ends: prizes, the ceremony, final standings."""

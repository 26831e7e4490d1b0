"""Every way in which interchange writes."""

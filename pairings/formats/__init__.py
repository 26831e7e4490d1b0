"""Files of other programs and our own: tsh, TRF, the event file."""

"""Programs told what happens: noticed in the log, signed, sent by the worker, tried again with growing pauses."""

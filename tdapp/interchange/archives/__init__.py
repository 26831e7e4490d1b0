"""An event's archive (JSON, as `exports.archive` writes it), read back in."""

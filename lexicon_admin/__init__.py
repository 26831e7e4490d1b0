"""Word lists: kept by committees in fixed editions, searched, printed."""

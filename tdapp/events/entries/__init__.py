"""Who plays: entries, check-in, who may enter, wishes."""

"""What a log-in writes: sessions, tries, notes for the log. On SQLite in a file of its own, so that no writer is waited for."""

"""How public answers are sent: cached briefly, compressed, without a session."""

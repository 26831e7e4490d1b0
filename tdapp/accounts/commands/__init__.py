"""What a person changes about their own account: each a write in the account's own log."""

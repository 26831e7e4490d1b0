"""What is asked for beside the password, and what can stand for it."""

"""The lowest room of the hall: users, commands, audit, jobs. Scope and actor are opaque text here."""

"""A person's own account: password, second factor, passkeys, sessions; invitations and the ways back in."""

"""Pages of this room: one's own account, the second step, invitations, the ways back in."""

"""What the public sees: pages, phones, screens, paper, certificates."""

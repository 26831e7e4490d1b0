"""Pages of clubs: of who keeps the installation, of their officers, for everybody."""

"""Lists in, files out; copies, backups, takeovers, bundles for the federation."""

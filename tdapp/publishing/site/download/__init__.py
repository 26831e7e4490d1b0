"""The public site taken away as a ZIP, by pressing."""

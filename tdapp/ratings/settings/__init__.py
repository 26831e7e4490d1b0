"""The numbers a formula is set with: checked, shown as fields, at work."""

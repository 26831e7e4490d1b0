"""The phone at a table: call a judge by its link."""

"""What is kept of an event and read everywhere: history, rows of results, tables, standings as data, the pairing engine asked."""

"""What the writer may have meant: squares inferred, slips suggested."""

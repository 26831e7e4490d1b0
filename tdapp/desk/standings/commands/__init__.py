"""What is ordered about standings."""

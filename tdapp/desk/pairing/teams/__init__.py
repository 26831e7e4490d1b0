"""Team standings and team matches as they stand."""

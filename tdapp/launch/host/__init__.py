"""What is known of the machine: its Python, programs, folders, services for the tests."""

"""What leaves the desk as a file: workbook, CSV, JSON archive, .t."""

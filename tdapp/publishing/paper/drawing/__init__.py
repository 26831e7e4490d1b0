"""What paper is drawn with: a document, its tables, its codes."""

"""Forms of the pages by which lists come in and files go out."""

"""A list on its way in: its sheets and columns, what was said of them, what its pages show. Nobody is entered here."""

"""The description held by Schemathesis: ten thousand cases by chance, at rows that exist (`./td soak tests/api/described`)."""

"""The API to read, in both languages: pages made from the description, room by room."""

"""What pages are made of: shells, forms, answers, pictures, text, and the gallery that shows every part."""

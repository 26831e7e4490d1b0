"""What goes in and out of the API: serializers, and rows as plain data."""

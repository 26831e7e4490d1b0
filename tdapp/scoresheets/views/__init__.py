"""The pages about scoresheets, and what their scripts ask."""

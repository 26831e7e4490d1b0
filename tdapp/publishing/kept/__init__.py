"""Public pages kept as they were answered, in front of the application: what 3,000 phones look at is made once."""

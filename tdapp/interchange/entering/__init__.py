"""A list of people entered: staged out of everybody's sight in short transactions, made valid by one, or cleared away."""

"""A sheet held against its ruleset: findings with their severity, totals, comparison, explanation."""

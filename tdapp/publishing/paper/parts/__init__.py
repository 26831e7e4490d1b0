"""What there is on paper: lists, slips, sheets, posters, rules."""

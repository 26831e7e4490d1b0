"""Rules: ruleset files to typed, checked rules, and the rule sheet that shows every value with its mark."""

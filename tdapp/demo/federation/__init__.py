"""A whole federation, invented: clubs, members, five years of events played to the end, seasons, a rating list.

For measuring what a large installation costs and for trying changes on one, never beside real data. Rows are written in
bulk, past the commands (a million games would take days to enter); what they come to (standings, logs, ratings) is worked
out by the house's own rules, so that `check_event` finds nothing.
"""

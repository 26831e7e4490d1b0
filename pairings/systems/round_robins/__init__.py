"""Systems with a timetable: everybody meets everybody, whole fields, groups, team against team."""

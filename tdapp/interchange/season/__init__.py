"""A season of events from files, whatever wrote them: read, put in order, people matched, ranked and rated. Nothing is stored."""

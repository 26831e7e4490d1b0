"""Systems that pair by the standings or by lot: Swiss, king of the hill, Chew, elimination and their kin."""

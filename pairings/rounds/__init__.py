"""One round: what is asked, who plays, starts, byes, tables, reasons, the answer."""

"""A whole event from one workbook or CSV file: who plays, who met whom, and the scores. No database here."""

"""Scoresheets as files: workbooks in and out, whatever else is uploaded, seats that stand in another order."""

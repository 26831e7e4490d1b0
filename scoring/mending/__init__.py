"""One slip that explains all that is wrong on a sheet, and the repair that goes with it."""

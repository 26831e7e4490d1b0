"""What is measured, against whom. Figures of one machine: they are printed, never asserted."""

"""Scoresheets in the hall: written by several hands, checked, shown, never telling words before their time."""

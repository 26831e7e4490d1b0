"""Events and divisions made: presets, plans, settings, held again."""

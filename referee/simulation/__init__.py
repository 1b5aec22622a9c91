"""Whole games between simple players, through the same `rule` that everything uses."""

"""7.0 to 13.0: zombies."""

"""Solitaire and cooperative play: the referee moves the zombies (15.0)."""

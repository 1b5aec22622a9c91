"""Dust-Up: `rules` is what is true of it, `game` is how it is played at a table and shown."""

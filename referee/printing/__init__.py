"""Boards and counters on paper: PDF at exact size, all of it lines and letters.

Every measure here is in millimetres, with y growing downwards as on a map. A game says what its symbols and
counters look like (`pieces`); scale, sheets and marks are the same for all.
"""

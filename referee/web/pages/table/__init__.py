"""A table, whatever is played there: its addresses, and the frame around what its game shows."""

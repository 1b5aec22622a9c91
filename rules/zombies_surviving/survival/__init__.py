"""The survival phase: what the figures of the players may do, a room for each kind of action."""

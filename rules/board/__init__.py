"""A board as squares, sides and doors: what it is made of, and what is wrong with it."""

"""Players that are programs, simulated games, and the odds that they give."""

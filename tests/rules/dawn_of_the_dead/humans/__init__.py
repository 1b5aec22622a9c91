"""5.0 and 6.0: the Human Player-Turn."""

"""What the referee runs: the game phase (3.0), and in the menace phase zombies, independents, dogs (4.0)."""

"""What the referee runs in the menace phase: zombies, independent survivors, feral dogs (4.0)."""

"""The Zombie Player-Turn: movement, attacks and what becomes of zombies (7.0 to 11.0, 13.0)."""

"""The Human Player-Turn: movement (5.0), doors (5.5) and gunfire (6.0)."""

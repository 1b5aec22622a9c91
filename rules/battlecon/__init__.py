"""BattleCON: the rules of its preview, with figures from public sources."""

"""What the referee does at a table: by itself, as a player, and when a time is over."""

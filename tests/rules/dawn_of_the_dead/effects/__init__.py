"""Effects of rulings."""

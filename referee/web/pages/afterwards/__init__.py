"""After a game: its report, the game stepped through, and the same people playing again."""

"""After the game: the report, the replay, the statistics; and demo games."""

"""The toolkit of the games: base classes and helpers that a game may use."""

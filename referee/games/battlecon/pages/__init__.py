"""What each seat sees of a duel: the arena, the plates, its hand, its questions, the lesson."""

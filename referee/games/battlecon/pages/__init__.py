"""The screens of a duel: the arena, the plates, the hand, questions, the lesson."""

"""The story of a duel, from its effects alone: beats in words, attacks taken apart, checklists."""

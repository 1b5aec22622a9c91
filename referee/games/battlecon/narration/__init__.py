"""What happened, from effects alone: beats in words, attacks taken apart, what to move."""

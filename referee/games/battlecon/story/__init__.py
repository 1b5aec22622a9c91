"""What happened, told from effects alone: beats in words, sheets taken apart, what to move."""

"""What is true of the games: pure functions and data, and nothing else."""

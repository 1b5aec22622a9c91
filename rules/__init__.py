"""The rules of the games: pure functions and data, nothing else."""

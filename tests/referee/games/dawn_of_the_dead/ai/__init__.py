"""Tests of the simple players and of games between them."""

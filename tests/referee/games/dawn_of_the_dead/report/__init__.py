"""Tests of the report after a game."""

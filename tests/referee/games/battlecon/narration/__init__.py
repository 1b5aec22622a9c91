"""Tests of the story of a duel."""

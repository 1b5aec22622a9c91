"""Tests of the pages of every game."""

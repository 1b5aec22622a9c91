"""Tests of what is true of the games."""

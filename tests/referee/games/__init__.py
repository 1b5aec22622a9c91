"""Tests of what the games offer, and of how they are found."""

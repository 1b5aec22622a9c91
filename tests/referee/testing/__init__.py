"""Tests of what games are tested with."""

"""Tests of the service of tables."""

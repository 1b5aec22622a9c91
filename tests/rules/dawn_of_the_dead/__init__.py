"""Tests of *Dawn of the Dead*, named by case."""

"""Measures on a drawing, as text."""

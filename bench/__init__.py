"""Measurements behind `make bench`."""

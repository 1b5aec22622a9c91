"""Cardboard."""

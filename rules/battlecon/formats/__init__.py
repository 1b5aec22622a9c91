"""Positions, actions, options and effects as JSON, and back."""

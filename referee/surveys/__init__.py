"""Surveys: boards that people draw gesture by gesture, and that become maps."""

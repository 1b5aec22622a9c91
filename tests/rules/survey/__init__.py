"""Surveying a board by gestures."""

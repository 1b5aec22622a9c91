"""Tests, one folder for each package, and what a person does in a browser."""

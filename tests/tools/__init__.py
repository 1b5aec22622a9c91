"""Tests of the tools that look after the project."""

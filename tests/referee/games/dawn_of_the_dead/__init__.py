"""Tests of the room of *Dawn of the Dead*."""

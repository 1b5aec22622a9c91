"""Tests of rulebooks."""

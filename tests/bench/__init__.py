"""Tests of how measurements are told."""

"""Tests of sight."""

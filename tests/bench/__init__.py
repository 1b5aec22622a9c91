"""Tests of the measurements and how they are printed."""

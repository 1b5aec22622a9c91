"""Synthetic photographs of printed boards, for the tests of the survey."""

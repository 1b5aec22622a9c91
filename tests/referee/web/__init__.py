"""Tests of what answers a request."""

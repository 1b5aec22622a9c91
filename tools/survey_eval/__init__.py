"""Measure the proposals of the survey on a photograph of a known map."""

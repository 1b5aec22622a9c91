"""Tests of surveys and of maps in other formats."""

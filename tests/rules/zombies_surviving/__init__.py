"""Tests of *ZoMbIeS!*, named by case."""

"""Tests of BattleCON at the desk and at a table."""

"""Tests of the screens of BattleCON."""

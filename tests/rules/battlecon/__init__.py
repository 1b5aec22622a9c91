"""Tests of *BattleCON*, named by case."""

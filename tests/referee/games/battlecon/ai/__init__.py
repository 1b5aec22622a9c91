"""Tests of the referee as a player of BattleCON."""

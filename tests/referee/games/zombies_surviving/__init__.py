"""Tests of ZoMbIeS! as a plug-in."""

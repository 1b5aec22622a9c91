"""2.0: the equipment."""

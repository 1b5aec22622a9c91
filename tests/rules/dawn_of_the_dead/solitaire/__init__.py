"""15.0: solitaire play."""

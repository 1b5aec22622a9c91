"""The panel of what must and may be done: its lines, its keys, its forms, and the guide."""

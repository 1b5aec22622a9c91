"""The table's addresses, what a request there says, and the screen or the part of it that answers."""

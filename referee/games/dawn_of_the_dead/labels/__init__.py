"""How actions, squares and dice of *Dawn of the Dead* are put into words for a screen."""

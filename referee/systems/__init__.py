"""What tables need of a game (`protocol`), and what they need of *Dawn of the Dead*."""

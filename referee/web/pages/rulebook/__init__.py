"""The rulebook and the help as pages, with a network and without one."""

"""Lines of sight over a board, computed exactly."""

"""The checklist for players who move the printed pieces."""

"""Records of games: their form, fields and seals, and how they are read. No database."""

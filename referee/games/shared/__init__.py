"""What many games share and a game may take: a match without chance, its records, its desk."""

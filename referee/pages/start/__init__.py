"""Where a game starts: the start page, the form of a new table, coming to one and taking a seat."""

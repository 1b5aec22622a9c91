"""Where a game starts: the front page, a game's own with its form, one's tables, coming to one."""

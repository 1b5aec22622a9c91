"""A table that nobody sees: it answers what people would tell, so that whole games can be played by a program."""

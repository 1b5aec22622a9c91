"""A table that nobody sees: it answers what people would tell, so that a program plays whole games."""

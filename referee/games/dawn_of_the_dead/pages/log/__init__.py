"""What was done, told afterwards: the log, the ruling of the last tap, and what was agreed on."""

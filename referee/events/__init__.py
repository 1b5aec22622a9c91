"""What happens at tables, and who hears of it: in this process, in the others, and on the screens."""

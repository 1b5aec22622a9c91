"""Every sentence that a screen can show, collected by play and judged by what a player's ear wants."""

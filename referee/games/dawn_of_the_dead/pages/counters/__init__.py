"""Counter sheets: what they say, where they come from, and how another one is brought or taken."""

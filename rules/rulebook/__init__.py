"""A rulebook as numbered cases: reading, references and search."""

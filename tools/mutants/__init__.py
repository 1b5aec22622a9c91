"""Plant single faults, and ask which of them the tests notice."""

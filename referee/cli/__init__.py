"""The commands of `referee`, a module for each group. They read, call one function, and print."""

"""Places that figures look at, enter and search: buildings and vehicles."""

"""The installed games, a package each. `registry` finds them, `ports` says what they offer."""

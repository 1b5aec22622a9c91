"""The games at hand, a package each. `registry` finds them, `ports` says what they offer."""

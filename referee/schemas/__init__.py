"""Input from outside, checked before anything else sees it."""

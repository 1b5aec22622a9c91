"""The web layer: routes, pages, event streams."""

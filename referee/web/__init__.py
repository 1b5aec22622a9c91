"""What answers a request: routes, pages, event streams."""

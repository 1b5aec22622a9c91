"""What is read at the edges of the app, checked before anything else sees it."""

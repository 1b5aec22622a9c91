"""What tables need of a game (`protocol`), of its secret choices, its odds and the side it plays."""

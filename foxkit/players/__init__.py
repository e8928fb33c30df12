"""Players: each a search, an evaluation and a budget; they know no game."""

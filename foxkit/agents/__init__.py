"""The fourth floor: players, each a search, an evaluation and a budget."""

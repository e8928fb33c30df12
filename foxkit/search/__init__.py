"""The second layer: search algorithms, each once, that know no game."""

"""The third floor: search algorithms, each once, that know no game."""

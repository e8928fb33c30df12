"""Exact answers, for any small game; a game has its own in `foxkit/games`."""

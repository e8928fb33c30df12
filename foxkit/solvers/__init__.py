"""The third floor: exact answers, one file per solved game."""

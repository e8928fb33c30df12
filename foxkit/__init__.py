"""Game-tree search and game balance, studied in five board and card games."""

__version__ = "0.1.0"

"""Battle Sheep, for four players."""

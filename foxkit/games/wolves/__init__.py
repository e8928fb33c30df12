"""Wolves Eat Sheep, and its corner."""

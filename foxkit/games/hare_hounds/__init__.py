"""Hare and Hounds, small enough to be solved in a moment."""

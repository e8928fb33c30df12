"""Searches written down step by step: one tracer a file, one form for all (`step
log`)."""

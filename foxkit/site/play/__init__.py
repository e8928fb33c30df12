"""Boards that are played on pages, without a kernel."""

"""Compiles the searches of pages; for developers, who have a linker."""

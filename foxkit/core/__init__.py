"""The ground floor: compiling, dispatch, bits and randomness; it knows no game."""

from numba import njit

from foxkit.core import caching

caching.install()

compiled = njit(cache=True, nogil=True)
"""Compile a function with numba, keep it on disk, and run it without the GIL."""

"""Contrast as the Web Content Accessibility Guidelines 2.2 define it."""

import numpy as np


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb` in [0, 1]."""
    parts = np.frombuffer(bytes.fromhex(colour[1:]), np.uint8) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)

"""What somebody wrote, in a message: never more of it than can be read."""

_MOST = 60  # letters


def shortened(words: str, most: int = _MOST) -> str:
    """Return words, those of a long text cut off."""
    return words if len(words) <= most else f"{words[: most - 2]} …"


def quoted(value: object) -> str:
    """Return a value as Python writes it, a long one cut off."""
    try:
        return shortened(repr(value))
    except Exception:  # an int of 5,000 digits, or whatever a reader's class does
        return f"<{type(value).__name__}>"

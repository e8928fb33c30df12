"""What somebody wrote, in a message: never more of it than can be read."""

from collections.abc import Iterable

_MAX_LETTERS = 60  # letters


def shortened(words: str, max_letters: int = _MAX_LETTERS) -> str:
    """A text, cut off after some letters."""
    return words if len(words) <= max_letters else f"{words[: max_letters - 2]} …"


def printable(words: str) -> str:
    r"""A text with control characters escaped, so that it cannot change a terminal.

    >>> printable("Größe\x1b[2J")
    'Größe\\x1b[2J'
    """
    return "".join(x if x.isprintable() else repr(x)[1:-1] for x in words)


def quoted(value: object) -> str:
    """A value as Python writes it, cut off if it is long."""
    try:
        return shortened(repr(value))
    except Exception:  # an int of 5,000 digits, or whatever a reader's class does
        return f"<{type(value).__name__}>"


def unknown_name(what: str, name: object, known: Iterable[str]) -> str:
    """The message that there is no such name: those that there are, and the closest.

    The ends of intervals are not listed.

    >>> unknown_name("column", "sheeprate", ["games", "sheep_rate", "sheep_rate_low"])
    "no column 'sheeprate': did you mean 'sheep_rate'? There are games, sheep_rate"
    """
    names = [*known]
    listed = [
        each
        for each in names
        if not each.endswith(("_low", "_high")) or each.rpartition("_")[0] not in names
    ]
    available = ", ".join(listed) or "none"
    near = did_you_mean(name, listed)
    list_in_words = (
        f"{near} There are {available}" if near else f"; there are {available}"
    )
    return f"no {what} {quoted(name)}{list_in_words}"


def as_call(name: str, /, *arguments: object, **keywords: object) -> str:
    """The call that makes a value, as Python writes it.

    >>> as_call("Budget", simulations=1000)
    'Budget(simulations=1000)'
    """
    written = [*map(repr, arguments)]
    written += [f"{key}={value!r}" for key, value in keywords.items()]
    return f"{name}({', '.join(written)})"


def did_you_mean(value: object, choices: Iterable[str]) -> str:
    """The question whether the closest of some texts was meant; empty if none is."""
    try:
        from difflib import get_close_matches  # only an error needs it
    except ImportError:  # a page without a kernel has no such module
        return ""
    similar = get_close_matches(value, [*choices], 1) if isinstance(value, str) else []
    return f": did you mean {similar[0]!r}?" if similar else ""

"""Tables of pandas and of Markdown, made to be heard as well as seen."""

import re

_SCOPES = {"thead": ("col", "colspan"), "tbody": ("row", "rowspan")}
_EMPTY = re.compile(r"<th\b([^>]*)>((?:\s|&nbsp;)*)</th>")
_HEADER = re.compile(r"<th\b(?![^>]*\bscope=)([^>]*)>")
_PART = re.compile(r"(?s)<(thead|tbody)\b.*?</\1>")


def with_headers(html: str) -> str:
    """Return HTML whose header cells say what they head, and are not empty.

    >>> with_headers("<thead><tr><th></th><th>n</th></tr></thead>")
    '<thead><tr><td></td><th scope="col">n</th></tr></thead>'
    """
    return _PART.sub(_scoped, _EMPTY.sub(r"<td\1>\2</td>", html))


def _scoped(part: re.Match[str]) -> str:
    """Return the head or the body of a table with a scope in each header cell."""
    scope, span = _SCOPES[part[1]]

    def head(cell: re.Match[str]) -> str:
        """Return a header cell with its scope."""
        group = "group" if span in cell[1] else ""
        return f'<th scope="{scope}{group}"{cell[1]}>'

    return _HEADER.sub(head, part[0])

"""Tables of texts as pandas styles them, the same each time, and as plain text.

They stand apart from what is imported before a table is shown: pandas takes a second.
"""

import re
from hashlib import sha256
from html import escape, unescape
from typing import Any

import pandas as pd
from pandas.io.formats.style import Styler

_NUMBER_PATTERN = re.compile(
    r"(?:[\s\d.,%()±~<=>→/^+-]|[exsmh!?]|[MG]b|to|of|points|so far|waits for games)+"
)
"""What a number consists of: `64.5 % (63.4 to 65.5)`, `6 of 31 =`, `41Gb -`."""


class StyledTable(Styler):
    """A table of texts that is the same each time, and has a form as plain text.

    A cell of several texts has a line for each; texts that are not ours are no markup.
    """

    def __init__(self, texts: pd.DataFrame, caption: str = "") -> None:
        mark = sha256(texts.to_csv().encode()).hexdigest()[:8]
        super().__init__(texts, uuid=mark, cell_ids=False)
        self.format(_cell_html, na_rep="")
        self.format_index(_cell_html, axis="index").format_index(
            _cell_html, axis="columns"
        )
        every = (texts.iloc[:, i].dropna() for i in range(texts.shape[1]))
        columns = [[*filter(None, column)] for column in every]
        right: Any = [
            {"selector": f".col{i}", "props": "text-align: right"}
            for i, cells in enumerate(columns)
            if 2 * sum(map(_is_number, cells)) >= len(cells)  # with words among them
        ]
        self.set_table_styles(right)
        if caption:
            self.set_caption(_cell_html(caption))

    def __repr__(self) -> str:
        lines = unescape(self.to_string(delimiter="  "))
        return lines.replace("<wbr>", "").replace("<br>", "; ")


def _is_number(text: Any) -> bool:
    """Whether a text is a number, with its unit or interval."""
    return _NUMBER_PATTERN.fullmatch(str(text)) is not None


def _cell_html(value: Any) -> str:
    """The HTML of a text, or of several; long names may break."""
    parts = value if isinstance(value, list) else [str(value)]
    html = "<br>".join(escape(each, quote=False) for each in parts)
    return html.replace("_", "_<wbr>").replace("&gt;", "&gt;<wbr>")

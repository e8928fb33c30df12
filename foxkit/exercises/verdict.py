"""What is said of an answer, as text and as HTML."""

import re
from dataclasses import dataclass
from html import escape

SAID = {"right": "✓ Right.", "wrong": "✗ Not yet.", "empty": "No answer yet."}
HOW = "Write yours in place of the three dots, and run the cell again with Shift+Enter."


@dataclass(frozen=True)
class Verdict:
    """What became of an answer."""

    exercise: str  # its name
    state: str  # one of `SAID`
    words: str  # why; code stands between backticks

    @property
    def right(self) -> bool:
        """Tell whether the answer is right."""
        return self.state == "right"

    @property
    def _parts(self) -> tuple[str, str]:
        return SAID[self.state], self.words or HOW

    def __repr__(self) -> str:
        return f"{self.exercise}: {' '.join(self._parts)}"

    def _repr_html_(self) -> str:
        """Return a paragraph that a screen reader reads out when it appears."""
        said, words = self._parts
        plain = re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(words))
        return f'<p role="status"><strong>{said}</strong> {plain}</p>'

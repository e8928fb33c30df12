"""The cells whose outputs have changed, apart from times and generated names."""

import json
import re
from collections.abc import Iterator
from typing import Any

from foxkit.site.chapters import Chapter
from foxkit.view.live_elements import without_scripts

_VARIABLE_PARTS = re.compile(
    r"\d[\d.,]*[\s\u00a0\u202f]*(?:ns|µs|ms|s|min|h|seconds?|minutes?|hours?)\b"
    r"|[\d.,]+[\s\u00a0\u202f]*(?:a|per|/)[\s\u00a0\u202f]*s(?:econd)?\b"
    r"|\b0x[0-9a-f]+\b|\bT_[0-9a-f]+"
)
"""Parts that differ between executions: times, speeds, addresses, ids of tables."""
_STYLE_ELEMENT = re.compile(r"(?s)<style\b.*?</style>")
_PROGRESS_BOX = '<div class="foxkit-progress">'


def changed_cells(before: Chapter, after: Chapter) -> list[str]:
    """The ids of code cells whose outputs differ, apart from variable parts."""
    shown = {cell.get("id"): _comparable_outputs(cell) for cell in before.code}
    return [
        str(cell.get("id"))
        for cell in after.code
        if _comparable_outputs(cell) != shown.get(cell.get("id"))
    ]


def _comparable_outputs(cell: Any) -> list[tuple[str, str]]:
    """The outputs of a cell as sorted texts, without their variable parts."""
    return sorted(_output_texts(cell.get("outputs", [])))


def _output_texts(outputs: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield the kind and text of each output; printed texts are joined."""
    printed: dict[str, str] = {}  # however a kernel cut it into messages
    for output in outputs:
        if output["output_type"] == "stream":
            printed[output["name"]] = printed.get(output["name"], "") + "".join(
                output["text"]
            )
        for mime_type, content in output.get("data", {}).items():
            if not (text := _without_variable_parts(content)).startswith(_PROGRESS_BOX):
                yield mime_type, text
    yield from ((name, _without_variable_parts(text)) for name, text in printed.items())


def _without_variable_parts(content: Any) -> str:
    """The text of an output, with times and generated names replaced."""
    if isinstance(content, list) and all(isinstance(x, str) for x in content):
        content = "".join(content)
    text = content if isinstance(content, str) else json.dumps(content, sort_keys=True)
    return _VARIABLE_PARTS.sub("…", _STYLE_ELEMENT.sub("", without_scripts(text)))

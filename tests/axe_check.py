"""The axe accessibility checker, run on a part of a page."""

from pathlib import Path

from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Page


def violations(page: Page, selector: str) -> list[str]:
    """Return what axe finds wrong below a selector, each with the element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Path(AXE_FILE_PATH).read_text(encoding="utf-8"))
    only = "{resultTypes: ['violations']}"  # nobody reads of each element that is right
    found = page.evaluate(f"axe.run({selector!r}, {only})")
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]

"""What tests share: Hypothesis's settings and a real browser."""

import os
import shutil
from collections.abc import Iterator

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

# The first call of a compiled function takes seconds: a deadline would measure that.
settings.register_profile("foxkit", deadline=None)
settings.load_profile("foxkit")

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NO_BROWSER = (
    "no Chromium on the PATH; install it (Debian and Ubuntu: sudo apt-get install"
    " chromium)"
)
LAUNCH_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Return the path of a Chromium; skip, or fail where a browser is required."""
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        required = os.environ.get("FOXKIT_REQUIRE_BROWSER") == "1"
        (pytest.fail if required else pytest.skip)(NO_BROWSER)
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Yield a headless browser; a test opens its own page in it, and closes it."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium, headless=True, args=list(LAUNCH_OPTIONS)
        )
        yield launched
        launched.close()

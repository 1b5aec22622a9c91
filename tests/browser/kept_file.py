"""A report that was kept as one file, opened by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE


def kept(page: Page, folder: Path) -> Path:
    """Save the report that is open as one file, under the name that the page gives it."""
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the report").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


@contextmanager
def opened_alone(file: Path, browser: Browser) -> Iterator[Page]:
    """Open a file on a phone without a network. At the end it must fit, and have asked for nothing else."""
    context = browser.new_context(offline=True, viewport={"width": PHONE[0], "height": PHONE[1]})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    yield page
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert asked == [file.as_uri()]
    context.close()

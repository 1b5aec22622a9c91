"""`make screens`: a picture of every screen in build/screens/, outside git; `make pictures`: the README's.

The dice and the order of the units are the same each time. So a picture changes only where its screen
changes.
"""

from __future__ import annotations

import re
import sys
import tempfile
from base64 import b64decode
from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tools.browser import find_chromium
from tools.served import ARGUMENTS, serving
from tools.tour import PATIENCE_MS, Screen, device, screens, visited

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "screens"
SHOWN = ROOT / "docs" / "pictures"
"""The few pictures that the README and the pages in docs/ show. Git keeps these alone."""
SIZES: Mapping[str, ViewportSize] = {
    "1280x800": {"width": 1280, "height": 800},
    "800x1280": {"width": 800, "height": 1280},
    "390x844": {"width": 390, "height": 844},
    "844x390": {"width": 844, "height": 390},
}
THEMES = ("dark", "light")
OF_A_SCREEN = "*-*x*-*.webp"
"""Which files in a folder are pictures of screens; any other, a printed board, stays as it is."""
QUALITY = {FOLDER: 15, SHOWN: 40}


def shown() -> frozenset[str]:
    """Return the names of the pictures in the README and the pages in docs/."""
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    return frozenset(re.findall(r"pictures/([\w-]+\.webp)", text))


def take(browser: Browser, screen: Screen, folder: Path, wanted: frozenset[str] | None) -> None:
    """Take the pictures of one screen: the wanted ones, or all of them."""
    for label, size in SIZES.items():
        names = {theme: f"{screen.name}-{label}-{theme}.webp" for theme in THEMES}
        if wanted is None or wanted & {*names.values()}:
            _take_at(
                browser,
                screen,
                size,
                {t: folder / n for t, n in names.items() if wanted is None or n in wanted},
            )


def _take_at(browser: Browser, screen: Screen, size: ViewportSize, files: Mapping[str, Path]) -> None:
    """Take the pictures of one screen at one size, a file for each theme."""
    with device(browser) as ours, visited(ours, screen, size) as page:
        for theme, file in files.items():
            page.locator("html").evaluate("(root, theme) => { root.dataset.theme = theme; }", theme)
            file.write_bytes(_picture(page, QUALITY.get(file.parent, QUALITY[FOLDER])))


def _picture(page: Page, quality: int) -> bytes:
    """Return the screen as WebP: half the bytes of a JPEG, but Playwright cannot make it."""
    chromium = page.context.new_cdp_session(page)
    taken = chromium.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
    chromium.detach()
    return b64decode(taken["data"])


def take_all(folder: Path, wanted: frozenset[str] | None = None) -> None:
    """Take the pictures into a folder, or say that there is no browser."""
    path = find_chromium()
    if path is None:
        sys.exit("There is no Chromium on this machine.")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(OF_A_SCREEN):
        old.unlink()
    expect.set_options(timeout=PATIENCE_MS)
    with (
        tempfile.TemporaryDirectory() as kept,
        serving(Path(kept)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        for screen in screens(server):
            take(browser, screen, folder, wanted)
            print(screen.name, flush=True)
        browser.close()
    missing = (wanted or frozenset()) - {file.name for file in folder.glob("*.webp")}
    if missing:
        sys.exit(f"No screen has these names: {', '.join(sorted(missing))}.")


def main(words: Sequence[str]) -> None:
    """Take the pictures that the words of the command line ask for; say what they may be for any other."""
    if words == ["--shown"]:
        take_all(SHOWN, shown())
    elif len(words) > 1 or any(word.startswith("-") for word in words):
        sys.exit("usage: python -m tools.screens [FOLDER | --shown]")
    else:
        take_all(Path(words[0]) if words else FOLDER)


if __name__ == "__main__":
    main(sys.argv[1:])

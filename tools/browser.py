"""Find Chromium for the browser tests, or install it where that can be done.

`python -m tools.browser` prints where it is. It never fails: whether tests without a browser are a
failure is for the tests to say (with CI=true they are).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
VARIABLE = "CHROMIUM"
"""The environment variable that names a Chromium of one's own."""


def find_chromium() -> str | None:
    """Return the path of a Chromium on this machine, or None."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    return next((found for name in NAMES if (found := shutil.which(name))), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    """Return the Chromium that Playwright keeps for itself, if it was installed."""
    caches = (Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright")
    places = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
    return next((str(f) for c in caches for p in places for f in sorted(c.glob(p))), None)


def install_chromium() -> None:
    """Try to install Chromium: with the machine's packages if we may, else with Playwright."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-y", "-q", "chromium"]):
            subprocess.run(command, env=quiet, stdout=sys.stderr, check=False)
    if find_chromium() is None:
        subprocess.run(
            [sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=False
        )


def main() -> None:
    """Find Chromium, install it if need be, and say what came of it."""
    if find_chromium() is None:
        print("No Chromium on this machine; trying to install it.", flush=True)
        install_chromium()
    found = find_chromium()
    print(f"Chromium: {found}" if found else "NO CHROMIUM: the browser tests cannot run.", flush=True)


if __name__ == "__main__":
    main()

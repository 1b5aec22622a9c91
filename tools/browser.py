"""Find the browsers for the browser tests, or install them if possible.

`python -m tools.browser` prints where they are. It never fails; the tests decide whether a missing browser is
a failure (with CI=true it is).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HEADLESS_PACKAGE = "chromium-headless-shell"
"""Debian's package of a Chromium that draws no windows: a page costs about half as much time in it."""
NAMES = (
    HEADLESS_PACKAGE, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip
VARIABLE = "CHROMIUM"
"""The environment variable that names your own Chromium."""
WEBKIT_VARIABLE = "MINIBROWSER"
"""The environment variable that names WebKit's MiniBrowser."""
WEBKIT_PACKAGES = ("webkit2gtk-driver", "xvfb")
"""Debian's packages for WebKit, its driver and a display without a screen."""
_MINIBROWSERS = ("webkit2gtk-4.*/MiniBrowser", "webkitgtk-6.*/MiniBrowser")
_LIBRARIES = ("/usr/lib/*", "/usr/lib", "/usr/libexec", "/usr/lib64")


@dataclass(frozen=True, slots=True)
class WebKit:
    """The paths of the programs that tests in WebKit need."""

    browser: str
    driver: str
    display: str


def find_chromium() -> str | None:
    """Return the path of a Chromium on this machine, or None."""
    named = os.environ.get(VARIABLE)
    if named:
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None) or _playwrights_own()


def _playwrights_own() -> str | None:
    """Return Playwright's own Chromium, or None if it is not installed."""
    caches = (Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright")
    places = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
    return next((str(f) for c in caches for p in places for f in sorted(c.glob(p))), None)


def find_webkit() -> WebKit | None:
    """Return the paths of MiniBrowser, its driver and Xvfb, or None if one of them is missing."""
    driver, display = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browser = _minibrowser()
    return WebKit(browser, driver, display) if browser and driver and display else None


def _minibrowser() -> str | None:
    """Return the path of MiniBrowser; it is beside WebKit's library, not on the PATH."""
    named = os.environ.get(WEBKIT_VARIABLE)
    if named:
        return shutil.which(named)
    root = Path("/")
    places = (f"{library}/{place}".lstrip("/") for library in _LIBRARIES for place in _MINIBROWSERS)
    return next((str(path) for place in places for path in sorted(root.glob(place))), None)


def install_packages(packages: Sequence[str]) -> None:
    """Try to install packages with apt-get, if the machine has it and we are root."""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-q"], ["apt-get", "install", "-y", "-q", *packages]):
        subprocess.run(command, env=quiet, stdout=sys.stderr, check=False)


def install_chromium() -> None:
    """Try to install Chromium: with apt-get if we can, otherwise with Playwright."""
    for package in (HEADLESS_PACKAGE, "chromium"):
        if find_chromium() is None:
            install_packages([package])
    if find_chromium() is None:
        subprocess.run(
            [sys.executable, "-m", "playwright", "install", "chromium"], stdout=sys.stderr, check=False
        )


def version(program: str) -> str:
    """Return the path of a program with what it says of its version."""
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return f"{program}: {told.stdout.strip() or told.stderr.strip() or 'it tells no version'}"


def main() -> None:
    """Find both browsers, try to install a missing one, and print the result."""
    if find_webkit() is None:
        print("No WebKit with its driver and Xvfb on this machine; trying to install them.", flush=True)
        install_packages(WEBKIT_PACKAGES)
    if find_chromium() is None:
        print("No Chromium on this machine; trying to install it.", flush=True)
        install_chromium()
    chromium, webkit = find_chromium(), find_webkit()
    print(version(chromium) if chromium else "NO CHROMIUM: the browser tests cannot run.", flush=True)
    print(version(webkit.driver) if webkit else "NO WEBKIT: its tests cannot run.", flush=True)


if __name__ == "__main__":
    main()

"""Devices with pages, which come back for the next test once they are cleared.

One that was cleared opens a table in a third of the time: it has what a new one must fetch and compile.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Browser, BrowserContext, Page

from tools.api_table import hold
from tools.served import listen_for_errors
from tools.tour import clear

EXPORTED = """addEventListener("DOMContentLoaded", () => {
  const scripts = document.querySelectorAll("script[type=module], link[rel=modulepreload]");
  for (const { src, href } of scripts) import(src ?? href).then((names) => Object.assign(window, names));
})"""
"""Lets a test name what the modules of a page export: `page.evaluate("view.scale")`. The page never does."""

_MEASURES = """() => {
  const { style } = document.body;
  style.padding = ["top", "right", "bottom", "left"].map((edge) => `env(safe-area-inset-${edge})`).join(" ");
  const { padding } = getComputedStyle(document.body);
  style.padding = "";
  return [getComputedStyle(document.documentElement).fontSize, padding, devicePixelRatio];
}"""
_NEW = ["16px", "0px", 1]
"""The size of letters of a new device, the room it keeps at its edges, and its pixels to a CSS pixel."""


def new_device(
    browser: Browser,
    server: str,
    errors: list[str],
    *,
    dark: bool,
    touch: bool,
    moving: bool = False,
    worker: bool = False,
) -> BrowserContext:
    """Return a device on which nothing was opened; what goes wrong on its pages goes into `errors`."""
    context = browser.new_context(
        base_url=server,
        has_touch=touch,
        color_scheme="dark" if dark else "light",
        reduced_motion="no-preference" if moving else "reduce",
        service_workers="allow" if worker else "block",
    )
    context.add_init_script(EXPORTED)
    listen_for_errors(context, errors)
    return context


def open_on(page: Page, server: str, size: tuple[int, int], path: str, *, dark: bool, newcomer: bool) -> None:
    """Open an address at a size, with what the person has chosen on the device before."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    chosen = {} if newcomer else {"help": "read"}
    if not dark:
        chosen["theme"] = "light"
    page.context.add_cookies([{"name": n, "value": v, "url": server} for n, v in chosen.items()])
    hold(page.context, path)
    page.goto(path)


@dataclass
class Device:
    """A device that stays at one page, and what went wrong on it."""

    page: Page
    errors: list[str]
    dark: bool

    def clear(self, server: str) -> bool:
        """Make it a new device again, and return whether it is one."""
        page = self.page
        if page.is_closed() or len(page.context.pages) > 1:
            return False
        scheme: Literal["dark", "light"] = "dark" if self.dark else "light"
        page.emulate_media(media="screen", color_scheme=scheme, reduced_motion="reduce")
        clear(page, server)
        return bool(page.evaluate(_MEASURES) == _NEW)


Kind = tuple[Browser, str, bool, bool]
_FREE: dict[Kind, list[Device]] = {}


@dataclass
class Taken:
    """The devices that a test has."""

    browser: Browser
    server: str
    devices: list[tuple[Device, Kind | None]] = field(default_factory=list)

    def take(self, *, dark: bool, touch: bool, moving: bool, worker: bool, alone: bool) -> Device:
        """Return a device that others have had, or a new one which nobody has afterwards."""
        kind = self.browser, self.server, dark, touch
        alone = alone or moving or worker
        free = [] if alone else _FREE.setdefault(kind, [])
        if free:
            device = free.pop()
        else:
            errors: list[str] = []
            context = new_device(
                self.browser, self.server, errors, dark=dark, touch=touch, moving=moving, worker=worker
            )
            device = Device(context.new_page(), errors, dark)
        self.devices.append((device, None if alone else kind))
        return device

    def give_back(self, *, whole: bool) -> None:
        """Clear the devices for others, if all is whole. Raises AssertionError if a page had an error."""
        errors = [error for device, _ in self.devices for error in device.errors]
        for device, kind in self.devices:
            if kind is not None and whole and not errors and device.clear(self.server):
                _FREE[kind].append(device)
            else:
                device.page.context.close()
        assert not errors, errors

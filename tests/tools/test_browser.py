"""Finding Chromium and WebKit for the browser tests."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tools import browser


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a machine with nothing on it; gives the one folder that programs are looked for in."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv(browser.VARIABLE, raising=False)
    monkeypatch.delenv(browser.WEBKIT_VARIABLE, raising=False)
    return tmp_path


def program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_there_is_none_on_a_bare_machine(empty_home: Path) -> None:
    assert browser.find_chromium() is None


def test_one_on_the_path_is_found(empty_home: Path) -> None:
    assert browser.find_chromium() is None
    path = program(empty_home / "google-chrome")
    assert browser.find_chromium() == path


def test_the_one_without_windows_comes_before_one_with_them(empty_home: Path) -> None:
    program(empty_home / "chromium")
    path = program(empty_home / "chromium-headless-shell")
    assert browser.find_chromium() == path


def test_where_no_chromium_without_windows_can_be_had_another_is_installed(
    empty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def install(packages: list[str]) -> None:
        asked.extend(packages)
        if packages == ["chromium"]:
            program(empty_home / "chromium")

    monkeypatch.setattr(browser, "install_packages", install)
    browser.install_chromium()
    assert asked == ["chromium-headless-shell", "chromium"]


def test_one_of_playwrights_own_is_found(empty_home: Path) -> None:
    path = program(empty_home / ".cache/ms-playwright/chromium-1200/chrome-linux/chrome")
    assert browser.find_chromium() == path


def test_the_one_that_is_named_comes_before_all_others(
    empty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(empty_home / "chromium")
    mine = program(empty_home / "mine" / "browser")
    monkeypatch.setenv(browser.VARIABLE, mine)
    assert browser.find_chromium() == mine
    monkeypatch.setenv(browser.VARIABLE, "/nowhere/at/all")
    assert browser.find_chromium() is None


def test_where_nothing_can_be_installed_it_says_so_loudly(
    empty_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[list[str]] = []
    monkeypatch.setattr("tools.browser.subprocess.run", lambda command, **_: tried.append(command))
    browser.main()
    assert tried[-1][1:] == ["-m", "playwright", "install", "chromium"]
    assert "NO CHROMIUM" in capsys.readouterr().out


def test_webkit_needs_its_browser_its_driver_and_a_display(
    empty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(browser.WEBKIT_VARIABLE, mini := program(empty_home / "webkit" / "MiniBrowser"))
    driver = program(empty_home / "WebKitWebDriver")
    assert browser.find_webkit() is None
    display = program(empty_home / "Xvfb")
    assert browser.find_webkit() == browser.WebKit(mini, driver, display)
    monkeypatch.setenv(browser.WEBKIT_VARIABLE, "/nowhere/at/all")
    assert browser.find_webkit() is None


def test_without_webkit_it_says_so_loudly(
    empty_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(empty_home / "chromium")
    browser.main()
    assert "NO WEBKIT" in capsys.readouterr().out


def test_a_machine_with_packages_installs_what_is_missing(
    empty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(empty_home / "chromium")
    program(empty_home / "apt-get")
    tried: list[list[str]] = []

    def run(command: list[str], **_how: Any) -> SimpleNamespace:
        tried.append(command)
        return SimpleNamespace(stdout="", stderr="")

    monkeypatch.setattr("tools.browser.os.geteuid", lambda: 0)
    monkeypatch.setattr("tools.browser.subprocess.run", run)
    browser.main()
    assert ["apt-get", "install", "-y", "-q", *browser.WEBKIT_PACKAGES] in tried

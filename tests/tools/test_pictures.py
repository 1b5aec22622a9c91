"""The pictures in the repository: the few that the pages show, and no others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import screens

MOST = 16
"""Pictures that the README and docs/ may show together."""
IMAGES = (".webp", ".png", ".jpg", ".jpeg", ".gif")


def git(*words: str) -> list[str]:
    ran = subprocess.run(["git", *words], cwd=screens.ROOT, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


def test_every_picture_that_a_page_shows_is_there_and_no_other() -> None:
    assert {file.name for file in screens.SHOWN.glob("*")} == screens.shown()
    assert 0 < len(screens.shown()) <= MOST


def test_git_keeps_no_other_pictures() -> None:
    """The icons of the app aside."""
    kept = [name for name in git("ls-files") if name.endswith(IMAGES)]
    assert not [name for name in kept if not name.startswith(("docs/pictures/", "static/icon"))]


def test_git_ignores_the_pictures_of_every_screen() -> None:
    one = str(screens.FOLDER / "home-1280x800-dark.webp")
    assert git("check-ignore", one) == [one]


def test_every_screen_is_taken_upright_and_lying() -> None:
    taken = {(size["width"], size["height"]) for size in screens.SIZES.values()}
    assert taken >= {(1280, 800), (800, 1280), (390, 844), (844, 390)}


@pytest.mark.parametrize("words", [["--help"], ["-o", "here"], ["--shown", "here"], ["one", "two"]])
def test_a_word_that_is_no_folder_takes_no_picture(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(screens, "take_all", pytest.fail)
    with pytest.raises(SystemExit, match="usage: python"):
        screens.main(words)
    assert not list(tmp_path.iterdir())

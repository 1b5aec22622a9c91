"""How others join a table: whose codes the tablet shows, in what order, and for how long they lie open."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.referee.seated import HIDDEN, START, Seated

THREE: dict[str, Any] = {"mode": "cooperative", "players": 3}
FOUR: dict[str, Any] = {"mode": "cooperative", "players": 4}


def tablet(seated: Seated) -> str:
    """Return the tablet's screen."""
    client = seated.app.test_client()
    client.set_cookie(f"seat-{seated.code}", seated.tokens["table"])
    return client.get(f"/t/{seated.code}").text


def lies_open(screen: str) -> bool:
    """Whether the codes show without a tap."""
    return re.search(r"<details open>\s*<summary>Join with a phone", screen) is not None


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({}, ["Zombie player", "Human player"]),
        (THREE, ["Peter", "Roger", "Steve and Fran"]),
        (FOUR, ["Peter", "Roger", "Steve", "Fran"]),
    ],
)
def test_the_codes_stand_in_the_order_of_the_characters(
    tmp_path: Path, options: dict[str, Any], names: list[str]
) -> None:
    screen = tablet(Seated(tmp_path, options=options))
    assert re.findall(r'alt="QR code: join as ([^"]+)"', screen) == names


@pytest.mark.parametrize(("options", "first"), [({}, ("zombie", HIDDEN)), (FOUR, ("table", START))])
def test_the_codes_lie_open_until_the_first_has_acted(
    tmp_path: Path, options: dict[str, Any], first: tuple[str, dict[str, Any]]
) -> None:
    seated = Seated(tmp_path, options=options)
    assert lies_open(tablet(seated))
    seated.do(*first)
    assert not lies_open(tablet(seated))


def test_alone_nobody_has_to_join(tmp_path: Path) -> None:
    assert not lies_open(tablet(Seated(tmp_path, options={"mode": "solitaire"})))

"""The light screen: what the system asks for and what a person has chosen look the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.referee.seated import Seated

STATIC = Path(__file__).resolve().parents[4] / "static"


def declared(block: str) -> dict[str, str]:
    """Return the declarations of a block of style by name."""
    return dict(re.findall(r"([\w-]+):\s*([^;]+);", block))


def test_both_blocks_of_the_light_screen_are_equal() -> None:
    """A style sheet cannot say "or" between a choice and a media query, so the block stands there twice."""
    blocks = re.findall(r"\{([^{}]*)\}", (STATIC / "page" / "light.css").read_text(encoding="utf-8"))
    chosen, followed = (declared(block) for block in blocks)
    assert chosen == followed
    assert chosen["color-scheme"] == "light"


def test_the_light_screen_has_every_colour_of_the_dark_one() -> None:
    """Counters alone keep their printed colours."""
    dark, light = (
        declared(re.findall(r"\{([^{}]*)\}", (STATIC / name).read_text(encoding="utf-8"))[0])
        for name in ("page/page.css", "page/light.css")
    )
    coloured = {name for name, value in dark.items() if re.match(r"#|rgb", value)}
    assert coloured - light.keys() == {name for name in coloured if name.startswith("--counter-")}


@pytest.mark.parametrize("chosen", ["dark", "light", ""])
def test_a_page_says_its_theme_before_anything_is_painted(tmp_path: Path, chosen: str) -> None:
    """On the root, and for the ground that a browser paints before any style has come."""
    client = Seated(tmp_path).app.test_client()
    if chosen:
        client.set_cookie("theme", chosen)
    page = client.get("/").text
    assert (f'data-theme="{chosen}"' in page.split("<head>")[0]) == bool(chosen)
    assert f'<meta name="color-scheme" content="{chosen or "dark light"}">' in page
    head = page.split("</head>")[0]
    assert head.index("light.css") < head.index("<script")

"""Nothing outside a game's own rooms imports it: tables, storage, API, commands and pages know no game."""

from __future__ import annotations

from referee.games import registry
from tests.test_architecture import ROOT, broken, imports

ROOMS = (
    "tables", "storage", "web", "cli", "records", "games/interface", "games/toolkit", "surveys", "printing",
)  # fmt: skip
FILES = [
    *(ROOT / "referee").glob("*.py"),
    *(ROOT / "referee" / "games").glob("*.py"),
    *(file for room in ROOMS for file in (ROOT / "referee" / room).rglob("*.py")),
]


def test_there_is_something_to_look_at() -> None:
    assert len(FILES) > 70
    assert all((ROOT / "referee" / room / "__init__.py").is_file() for room in ROOMS)
    assert len(registry.games()) >= 2


def test_no_game_is_imported() -> None:
    games = [
        package.name
        for package in (ROOT / "referee" / "games").iterdir()
        if (ROOT / "rules" / package.name).is_dir()
    ]
    assert len(games) >= 2
    rooms = tuple(f"{floor}.{game}" for floor in ("referee.games", "rules") for game in games)
    assert broken(FILES, lambda file: [name for name in imports(file) if name.startswith(rooms)]) == {}

"""Outside the rooms of a game nothing speaks of it: no template, script, style or module names what it has.

A word counts wherever it stands, in comments too, because what is explained by one game is made for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from rules.battlecon import game as battlecon
from rules.dawn_of_the_dead import sequence as dawn
from tests.rows import each_row
from tests.test_architecture import ROOT


def phase_words(names: Mapping[Any, str]) -> list[str]:
    """Return the phases of a game by id and by name, as far as these are no everyday words."""
    named = [word for id_, name in names.items() if id_ != "over" for word in (id_, name)]
    return [re.escape(word) for word in named if re.search(r"[_ ]", word)]


GAMES = tuple(one.point.name for one in registry.found() if one.project == registry.OURS)
"""The bundled ones: what else is installed has its rooms elsewhere."""
ROOMS = frozenset(name.replace("-", "_") for name in GAMES)
BEGUN = frozenset({"zombies_surviving"})
"""The rooms of a game that has rules before it can be played."""
WORDS = (
    *(re.escape(name).replace("\\-", "[-_ ]") for name in GAMES),
    "zombies?", "humans?", "berserk", "squares?", "doors?", "malls?", "fighters?", "arenas?", "duels?",
    "antes?", "styles? and (?:a )?bases?", "game-turns?", "player-turns?", "reactions?", "beats?",
    "attack pairs?",
    *phase_words(dawn.PHASE_NAMES), *phase_words(battlecon.PHASE_NAMES),
)  # fmt: skip
FORBIDDEN = re.compile(rf"(?<![a-z])(?:{'|'.join(WORDS)})(?![a-z])", re.IGNORECASE)
BOARD = re.compile(
    r"rules/(?:board|sight)/\w+\.py|referee/printing/\w+\.py"
    r"|(?:rules|static)/survey/(?:\w+/)*\w+\.(?:py|js|css)|templates/surveys/\w+\.html"
    r"|referee/(?:surveys/(?:formats/)?\w+|web/api/(?:surveys|printing)|web/pages/library"
    r"|storage/(?:surveys|uploads)|games/surveying|records/fields|cli/(?:games|hosting))\.py"
)
"""What games share that are played on a board with sides and sight: it has squares and doors."""
OF_A_BOARD = {"square", "squares", "door", "doors"}
STAYS: dict[str, set[str]] = {
    "referee/printing/plots.py": {"square"},  # the shape of a spot
    "templates/report/_patterns.svg": {"square"},  # likewise
    "rules/board/checks.py": {"zombie"},  # a symbol of `referee-map/1` (docs/formats.md)
    "rules/survey/marks.py": {"zombie"},  # likewise
    "static/survey/plane/marks.js": {"zombie"},  # likewise
    "static/page/page.css": {"door"},  # the colours of a board
    "static/page/light.css": {"door"},  # likewise
}
"""Words that are fixed elsewhere, or mean something else, by file."""
FILES = sorted(
    file
    for folder in ("referee", "rules", "templates", "static")
    for file in (ROOT / folder).rglob("*")
    if file.suffix in {".py", ".html", ".js", ".css", ".svg"}
    and not (ROOMS | BEGUN) & set(file.relative_to(ROOT).parts)
    and file.name != "htmx.min.js"
)


def named(file: Path) -> set[str]:
    """Return the words of games that a file has, small."""
    return {word.lower() for word in FORBIDDEN.findall(file.read_text(encoding="utf-8"))}


@each_row("file", FILES)
def test_nothing_shared_speaks_of_a_game(file: Path) -> None:
    name = str(file.relative_to(ROOT))
    stays = STAYS.get(name, set()) | (OF_A_BOARD if BOARD.fullmatch(name) else set())
    assert named(file) - stays == set()


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_no_room_of_a_game_names_another_game(room: str) -> None:
    """No import, template, script or data of one game needs those of another."""
    files = [
        file
        for folder in ("referee/games", "rules", "templates", "static")
        for file in (ROOT / folder / room).rglob("*")
        if file.suffix in {".py", ".html", ".js", ".css", ".svg", ".json"}
    ]
    assert len(files) > 50
    other = re.compile("|".join(name.replace("_", "[-_ ]") for name in ROOMS - {room}), re.IGNORECASE)
    assert [file for file in files if other.search(file.read_text(encoding="utf-8"))] == []


def test_there_is_something_to_read_and_the_rooms_speak() -> None:
    assert len(FILES) > 200
    for room in ROOMS:
        assert any(named(file) for file in (ROOT / "templates" / room).rglob("*.html"))


def test_what_stays_is_still_there() -> None:
    """An exception that nothing needs any more goes."""
    for name, words in STAYS.items():
        assert words <= named(ROOT / name), name

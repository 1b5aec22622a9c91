"""Each game can be taken away: the rest starts, serves, and passes its own tests."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import soak

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules/{}", "referee/games/{}", "templates/{}", "static/{}")
COPIED = ("rules", "referee", "templates", "static", "tests", "tools", "examples", "pyproject.toml")
LEFT = {
    "battlecon": ("dawn-of-the-dead", "6.4", "solitaire"),
    "dawn_of_the_dead": ("battlecon", "8.1", "duel"),
}
"""By the room that goes: the game that stays, a case of it, a mode."""
OWN = {
    "dawn-of-the-dead": (
        "tests/rules/dawn_of_the_dead/equipment/test_rulebook.py",
        "tests/referee/games/dawn_of_the_dead/pages/test_walking.py",
    ),
    "battlecon": (
        "tests/rules/battlecon/test_select_and_ante.py",
        "tests/referee/games/battlecon/narration/test_story.py",
        "tests/referee/games/battlecon/test_changed_for_another.py",
    ),
}
"""Fast tests of a game, of each of its floors."""
SHARED = "tests/rules/rulebook/test_words.py"
"""Fast tests of what games share."""
SERVES = """
from pathlib import Path
from referee.app import create_app
from referee.config import Config
import re, sys
game, case, room = sys.argv[1:]
database = "sqlite:///" + str(Path("t.sqlite3").resolve())
app = create_app(Config.of({"database_url": database, "testing": True}))
client = app.test_client()
front = client.get("/").text
assert f"/games/{game}" in front and room not in front.replace("-", "_").lower(), front
assert 'id="start"' in client.get(f"/games/{game}").text
start = client.post("/", data={"system": game})
assert start.status_code == 303, start.text
assert 'id="moment"' in client.get(start.headers["Location"]).text
listed = client.get("/").text
assert start.headers["Location"][3:] in listed
for link in set(re.findall(r'href="(/[a-z][^"#]*)', listed)) - {start.headers["Location"]}:
    assert client.get(link, follow_redirects=True).status_code == 200, link
for path in ("/rules", "/help", f"/rules/{game}", f"/rules/{game}/{case}", f"/help/{game}", "/sw.js",
             "/api/openapi.json", f"/api/rules/{game}/cases/{case}"):
    answer = client.get(path, follow_redirects=True)
    assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
library = client.get("/library")
assert library.status_code == (404 if game == "battlecon" else 200), library.status_code
gone = client.get("/rules/" + room.replace("_", "-"))
assert gone.status_code == 404, gone.status_code
"""


def without(room: str, folder: Path) -> Path:
    """Return a copy of the project without the rooms of a game and its entry point."""
    for name in COPIED:
        place = ROOT / name
        if place.is_dir():
            junk = shutil.ignore_patterns("__pycache__", "browser", "node_modules")
            shutil.copytree(place, folder / name, ignore=junk)
        else:
            shutil.copy(place, folder / name)
    for rooms in ROOMS:
        shutil.rmtree(folder / rooms.format(room), ignore_errors=True)
    project = folder / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    kept = re.sub(rf'^.* = "referee\.games\.{room}:GAME"\n', "", text, flags=re.MULTILINE)
    assert kept != text
    project.write_text(kept, encoding="utf-8")
    return folder


def run(folder: Path, *words: str) -> str:
    """Run Python in a folder, on what stands there, and return what it printed."""
    ran = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{words}\n{ran.stdout[-6000:]}\n{ran.stderr[-3000:]}"
    return ran.stdout


@soak.GAMES
@pytest.mark.slow
@pytest.mark.parametrize("room", LEFT)
def test_the_rest_goes_on_without_a_game(room: str, tmp_path: Path) -> None:
    game, case, mode = LEFT[room]
    folder = without(room, tmp_path)
    run(folder, "-c", SERVES, game, case, room)
    referee = ("-m", "referee")
    assert [line.split()[0] for line in run(folder, *referee, "games").splitlines()] == [game]
    assert run(folder, *referee, "case", case).startswith(case)
    assert run(folder, *referee, "search", case)
    played = ("simulate", "--games", "1", "--seed", "1", "--mode", mode, "--turns", "1", "--record")
    run(folder, *referee, *played, "game.jsonl")
    run(folder, *referee, "replay", "game.jsonl")
    run(folder, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *OWN[game], SHARED)

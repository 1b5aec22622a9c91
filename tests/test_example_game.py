"""A game of one's own: the package in examples/, installed with pip, plays without a word about it here."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.app import create_app
from referee.games import registry
from referee.games.interface import Hooks, Screens
from referee.testing.proving import prove
from tests import soak
from tests.example_game import ID, PACKAGE, ROOT, at_hand, install, referee
from tests.referee.games.battlecon.duel_tables import do, known_version, lay, twins
from tests.referee.games.battlecon.test_secrecy import look, others

DOC = ROOT / "docs" / "adding-a-game.md"
MAX_LINES = 200
START = {
    "format": "referee-position/1",
    "system": ID,
    "prize": 1,
    "hands": {"a": [1, 2, 3, 4, 5], "b": [1, 2, 3, 4, 5]},
    "points": {"a": 0, "b": 0},
    "committed": {},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the game installed."""
    return install(tmp_path_factory.mktemp("example") / "site")


@pytest.fixture
def game(site: Path) -> Iterator[None]:
    """Let this process know the game."""
    with at_hand(site):
        yield


def bid(card: int) -> dict[str, Any]:
    return {"do": "bid", "card": card}


def printed(site: Path, *words: str, stdin: str = "", status: int = 0) -> str:
    """Return what a command prints."""
    ran = referee(site, *words, stdin=stdin)
    assert (ran.returncode, ran.stderr) == (status, ""), ran
    return ran.stdout


def test_the_package_has_at_most_200_lines_of_python() -> None:
    lines = {file.name: len(file.read_text().splitlines()) for file in PACKAGE.rglob("*.py")}
    assert set(lines) == {"__init__.py", "rules.py", "game.py", "test_pure_strategy.py"}
    assert sum(lines.values()) <= MAX_LINES


def test_nothing_here_knows_the_game() -> None:
    for folder in ("referee", "rules", "templates", "static"):
        for file in (ROOT / folder).rglob("*.*"):
            if file.suffix in {".py", ".html", ".css", ".js", ".json"}:
                assert ID not in file.read_text(encoding="utf-8"), file


def test_the_guide_shows_the_code_of_the_examples() -> None:
    files = [f for f in PACKAGE.parent.rglob("*.*") if f.suffix in {".py", ".toml", ".html", ".json"}]
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    shown = re.findall(
        r"^```(python|toml|html\+jinja|json)\n(.*?)^```$", DOC.read_text(), re.MULTILINE | re.DOTALL
    )
    assert {kind for kind, _ in shown} == {"python", "toml", "html+jinja", "json"}
    for _, block in shown:
        assert any(block in text for text in texts.values()), block


def test_the_guide_shows_the_whole_package_or_names_the_lines() -> None:
    """Who types it in has every import. Apart from the heads of modules only lines that it names are left."""
    guide = DOC.read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    rules = (PACKAGE / "pure_strategy" / "rules.py").read_text().splitlines()
    named = {
        line.strip()
        for first, last in re.findall(r"lines (\d+) to (\d+)", guide)
        for line in rules[int(first) - 1 : int(last)]
    }
    for file in ("pure_strategy/rules.py", "pure_strategy/game.py"):
        left = (PACKAGE / file).read_text().split('"""', 2)[2]
        for block in blocks:
            left = left.replace(block, "")
        assert {line.strip() for line in left.splitlines()} - named == set(), file
    tests = (PACKAGE / "test_pure_strategy.py").read_text()
    for line in re.findall(r"^(?:from|import) .+$", tests, re.MULTILINE):
        assert f"\n{line}\n" in guide, line


def test_the_guide_shows_the_whole_project_file() -> None:
    """Without the last line of what builds the package, pip cannot install it."""
    shown = "\n".join(re.findall(r"^```toml\n(.*?)^```$", DOC.read_text(), re.MULTILINE | re.DOTALL))
    lines = (PACKAGE / "pyproject.toml").read_text().splitlines()
    assert {line for line in lines if line} - {*shown.splitlines()} == set()


@soak.SEVERAL
def test_its_tests_run_with_its_own_settings_in_a_checkout() -> None:
    """The referee's settings ask for plugins that a player has not installed."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", str(PACKAGE)]
    env = {"PYTHONPATH": f"{PACKAGE}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=env)
    assert f"rootdir: {PACKAGE}" in ran.stdout


def test_the_guide_names_all_that_a_game_may_have() -> None:
    """Nothing that only some games have is left for a reader to find in the code."""
    may_have = {*vars(Hooks), *vars(Screens), "player", "first_line", "plays", "unchecked"}
    pages = DOC.read_text() + (ROOT / "docs" / "architecture.md").read_text()
    named = {word for marked in re.findall(r"`([^`\n]+)`", pages) for word in marked.split()}
    assert {name for name in may_have if not name.startswith("_")} <= named


@soak.SEVERAL
def test_the_commands_of_the_guide_print_what_it_says(site: Path) -> None:
    blocks = re.findall(r"^```console\n(.*?)^```$", DOC.read_text(), re.MULTILINE | re.DOTALL)
    told = [block for block in blocks if "$ referee" in block]
    assert told
    for block in told:
        for words, output in re.findall(r"^\$ referee (.+)\n((?:[^$].*\n)*)", block, re.MULTILINE):
            assert printed(site, *words.split()) == output, words


@soak.SEVERAL
def test_its_own_tests_pass_where_it_is_installed(site: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    env = {"PYTHONPATH": f"{site}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}
    ran = subprocess.run(
        [*command, str(PACKAGE)], capture_output=True, text=True, check=False, cwd=site.parent, env=env
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "4 passed" in ran.stdout


@soak.SEVERAL
def test_the_command_line_plays_it(site: Path, tmp_path: Path) -> None:
    assert "pure-strategy  Pure Strategy (two-player)" in printed(site, "games")
    assert "Equal Cards" in printed(site, "case", "3.2", "--system", ID)
    assert "A Bid" in printed(site, "search", "change my mind", "--system", ID)
    asked = {"position": START, "action": {**bid(3), "seat": "a"}}
    ruling = json.loads(printed(site, "judge", stdin=json.dumps(asked)))
    assert (ruling["legal"], ruling["after"]["committed"]) == (True, {"a": 3})
    assert len(json.loads(printed(site, "actions", stdin=json.dumps(START)))["actions"]) == 10
    record = tmp_path / "games.jsonl"
    command = ("simulate", "--system", ID, "--games", "20", "--seed", "7", "--record", str(record))
    assert "20 games, 200 actions, all legal." in printed(site, *command)
    assert "200 actions judged" in printed(site, "replay", str(record))
    assert "All 220 seals hold." in printed(site, "verify", str(record))
    header, first, *rest = record.read_text().splitlines()
    record.write_text(f"{header}\n{first}\n")
    assert printed(site, "replay", str(record)).startswith("1 action judged, 0 of them overridden")
    other_seal = json.dumps({**json.loads(first), "seal": "0" * 64})
    record.write_text("\n".join((header, other_seal, *rest)))
    assert "its seal does not fit what was chosen" in printed(site, "verify", str(record), status=1)


@soak.PROCESSES
@pytest.mark.usefixtures("game")
def test_its_own_test_finds_a_system_that_is_not_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    made = registry.game(ID)
    prove(made, games=1, tables=0)
    wrong = made.rules({}, "another")
    monkeypatch.setattr(type(made), "table", lambda _, options: wrong)
    with pytest.raises(
        AssertionError, match="The system of the match is 'another'; it must be the id of the ga"
    ):
        prove(made, games=1, tables=0)


WRONG: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"card": "3"}, 'card: "3" is not a whole number.'),
    ({}, {"card": True}, "card: true is not a whole number."),
    ({}, {"seat": "c"}, 'seat: "c" is not a or b.'),
    ({}, {"do": "fold"}, 'do: "fold" is not bid.'),
    ({}, {"token": "fire"}, "token: is not a field that belongs here."),
    ({"prize": None}, {}, "prize: null is not a whole number."),
    ({"hands": {"a": [1], "b": [1, 2]}}, {}, "The position: both hands have equally many cards"),
    ({"hands": {"a": [1, 1], "b": [1, 2]}}, {}, "The position: both hands have equally many cards"),
    ({"hands": {"a": [1]}}, {}, "The position: hands and points need both seats."),
    ({"committed": {"a": 6}}, {}, "The position: at most one card lies face down"),
    ({"beat": 1}, {}, "beat: is not a field that belongs here."),
]


@soak.SEVERAL
def test_judge_refuses_what_is_no_position_and_no_bid_in_one_sentence_each(site: Path) -> None:
    asked = [
        {"position": {**START, **position}, "action": {**bid(3), "seat": "a", **action}}
        for position, action, _ in WRONG
    ]
    ran = referee(site, "judge", stdin="".join(f"{json.dumps(line)}\n" for line in asked))
    assert ran.returncode == 2
    for (_, _, says), line in zip(WRONG, ran.stdout.splitlines(), strict=True):
        assert json.loads(line)["error"].startswith(says), line


def test_the_front_page_the_api_and_the_rules_know_it(game: None, tmp_path: Path) -> None:
    client = create_app(
        {"database_url": f"sqlite:///{tmp_path / 't.sqlite3'}", "testing": True}
    ).test_client()
    front = client.get("/").get_data(as_text=True)
    assert all(words in front for words in ("Pure Strategy", "<b>PS</b>", "Both bid in secret."))
    form = client.get(f"/games/{ID}").get_data(as_text=True)
    assert f'name="system" value="{ID}"' in form
    assert f'href="/rules/{ID}">Rules</a>' in form
    assert "Watch a game" not in form
    assert client.post("/", data={"system": ID}).status_code == 303
    assert "Setting Up" in client.get(f"/rules/{ID}").get_data(as_text=True)
    assert "added to that of the next round" in client.get(f"/rules/{ID}/3.2").get_data(as_text=True)
    made = client.post("/api/tables", json={"system": ID})
    assert set(made.get_json()["seats"]) == {"table", "a", "b"}
    refused = client.post("/api/tables", json={"system": ID, "mode": "solitaire"})
    assert refused.status_code == 422
    assert "two-player can" in refused.get_json()["detail"]


def test_nobody_learns_of_a_bid_but_that_it_was_made(game: None, tmp_path: Path) -> None:
    """Two games differ in unopened bids alone: every other seat gets the same bytes."""
    with twins(tmp_path, (), system=ID) as both:
        lay(both, "b", bid(2), bid(5))
        look(both, *others("b"))
        lay(both, "b", bid(4), bid(1))
        look(both, *others("b"))
        lay(both, "b", bid(3), bid(3))
        assert do(both, "a", bid(3)) == 200
        for seat in ("table", "a", "b", "spectator"):
            both.api(seat, "GET", "/view")
        view = json.loads(both.api("table", "GET", "/view")[1])
        assert (view["turn"], view["prize"], view["committed"]) == (2, 3, {})


def test_two_bids_at_the_same_moment_are_both_taken(game: None, tmp_path: Path) -> None:
    """Both saw the same version; neither is stale because of the other one. Taken back, both are in hand."""
    with twins(tmp_path, (), system=ID) as both:
        versions = {seat: known_version(both.a, seat) for seat in "ab"}
        for seat, card in (("a", 5), ("b", 4)):
            sent = {"action": bid(card), "version": versions[seat]}
            assert both.api(seat, "POST", "/do", json=sent)[0] == 200
        opened = json.loads(both.api("table", "GET", "/view")[1])
        assert (opened["points"], opened["hands"]["a"]) == ({"a": 1, "b": 0}, [1, 2, 3, 4])
        assert both.api("a", "POST", "/undo", json={})[0] == 202
        assert both.api("b", "POST", "/undo", json={"answer": "agree"})[0] == 200
        back = json.loads(both.api("table", "GET", "/view")[1])
        assert (back["points"], back["committed"]) == ({"a": 0, "b": 0}, {})


def test_a_draw_ends_the_game_with_no_winner(game: None, tmp_path: Path) -> None:
    with twins(tmp_path, (), system=ID) as both:
        for card in (1, 2, 3, 4, 5):
            for seat in "ab":
                assert do(both, seat, bid(card)) == 200
        view = json.loads(both.api("table", "GET", "/view")[1])
        assert (view["phase"], view["winner"], view["points"]) == ("over", None, {"a": 0, "b": 0})
        front = both.same("table", "GET", "/")[1].decode()
        assert "Pure Strategy" in front
        assert "Look back" in front
        assert "A draw, 0 to 0." in both.same("a", "GET", f"/t/{both.a.code}/report")[1].decode()


@soak.SEVERAL
def test_a_position_without_its_format_is_told_so(site: Path) -> None:
    line = {"position": {k: v for k, v in START.items() if k != "format"}, "action": {**bid(3), "seat": "a"}}
    ran = referee(site, "judge", "--system", ID, stdin=json.dumps(line))
    assert json.loads(ran.stdout)["error"] == 'format is missing; it must be "referee-position/1".'


def test_the_screens_tell_the_story_with_the_players_names(game: None, tmp_path: Path) -> None:
    """The rules know no names: they say "Player A", and so does the record."""
    app = create_app({"database_url": f"sqlite:///{tmp_path / 't.sqlite3'}", "testing": True})
    service, client = app.extensions["tables"], app.test_client()
    made = client.post("/api/tables", json={"system": ID}).get_json()
    code = made["code"]
    client.set_cookie(f"seat-{code}", made["seats"]["table"]["token"])
    for seat, name in (("a", "Player B"), ("b", "Ben")):
        with service.store.locked(code) as table:
            service.player_names.rename(table, seat, seat, name)
    for card in (2, 1, 3, 4, 5):
        for seat, bids in (("a", card), ("b", 6 - card)):
            with service.store.locked(code) as table:
                service.playing.do(table, seat, bid(bids), table.version_for(seat))
    story = "Player B bids 2, Ben 4: Ben takes 1."
    for page in ("report", "report.html", "replay/2"):
        shown = client.get(f"/t/{code}/{page}").get_data(as_text=True)
        assert story in shown, page
        assert "Player A bids" not in shown
    assert "Player A bids 2, player B 4" in client.get(f"/api/tables/{code}/record").get_data(as_text=True)
    service.close()


def put(site: Path, project: str, entry: str, code: str) -> None:
    """Put a package with one game in a folder, as an installer leaves it."""
    info = site / f"{project}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[tabletop_referee.games]\n{entry}\n")
    (site / f"{project}.py").write_text(code)


@soak.SEVERAL
def test_bad_games_get_a_sentence_each_and_the_restgo_on(site: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    put(bad, "broken", "broken = broken:GAME", "raise RuntimeError('no dice')\n")
    later = (
        "from pure_strategy.game import GAME as G\nGAME = type('Later', (), {**vars(G), 'interface': 99})\n"
    )
    put(bad, "later", "later = later:GAME", later)
    put(bad, "twice", "twice = twice:GAME", "from pure_strategy.game import GAME\n")
    ran = referee(Path(f"{bad}:{site}"), "games")
    assert ran.returncode == 0
    assert [line.split()[0] for line in ran.stdout.splitlines()] == ["dawn-of-the-dead", "battlecon"]
    said = sorted(ran.stderr.splitlines())
    for line, words in zip(
        said,
        (
            '"broken" of the package "broken" cannot be loaded (RuntimeError: no dice)',
            '"later" of the package "later" is made for version 99 of the referee\'s interface',
            '"pure-strategy" of the package "pure-strategy-for-referee" has the same name as another game',
            '"twice" of the package "twice" has the same name as another game',
        ),
        strict=True,
    ):
        assert words in line
    assert "8.8" in printed(Path(f"{bad}:{site}"), "case", "8.8")

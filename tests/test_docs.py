"""The README and the pages in docs/: every link leads somewhere, and the README leads to every page."""

from __future__ import annotations

import re
from pathlib import Path

from referee.games import registry
from referee.games.plugin_errors import is_bundled
from tests.browser.test_shot_taps import MOST
from tests.browser.test_tap_count import MAX_TAPS
from tests.rules.zombies_surviving.test_whole_turns import PER_GROUP, PER_TURN

ROOT = Path(__file__).resolve().parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "NOTICE.md", ROOT / "examples" / "README.md", *DOCS]
BY_HAND = {
    "Flask-Compress": "referee/web/static_files.py",
    "Flask-Limiter": "referee/web/limits.py",
    "ORM": "referee/records/data.py",
    "pan and zoom": "static/dawn_of_the_dead/map/viewport.js",
    "SSE extension": "static/table/updates.js",
}
"""What a library could do, and the file in which we do it ourselves."""
ONE_SCREEN = 52
"""The most lines before the README's table of packages: what it is, a look, two commands, links."""


def links(page: Path) -> set[str]:
    """Return where a page leads within the repository."""
    text = page.read_text(encoding="utf-8")
    matches = re.findall(r"\]\(([^)]+)\)|^\[[^\]]+\]: (\S+)$", text, re.MULTILINE)
    targets = {(inline or below).split("#")[0] for inline, below in matches}
    return {target for target in targets if not target.startswith("http")}


def test_every_link_leads_to_a_file() -> None:
    assert all(page.is_file() for page in PAGES)
    assert [
        (page.name, link) for page in PAGES for link in links(page) if not (page.parent / link).is_file()
    ] == []


def test_the_readme_leads_to_every_page() -> None:
    reached = {(ROOT / link).resolve() for link in links(ROOT / "README.md")}
    assert {*PAGES[1:]} <= reached


def test_the_readme_begins_with_one_screen() -> None:
    head = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Dependencies")[0]
    assert len(head.splitlines()) <= ONE_SCREEN
    assert "make run" in head
    assert "make test" in head
    assert "referee serve" in head
    assert "docs/pictures/" in head


def test_the_readme_tells_the_taps_that_the_browser_tests_count() -> None:
    """4.0, 6.6."""
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"takes {MAX_TAPS} taps at most" in text
    assert f"A shot with typed dice takes {MOST}, or {MOST + 1} where a stack shoots" in text


def test_the_readme_tells_the_taps_of_a_turn_of_zombies() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"a whole turn takes {PER_TURN} taps on average besides what the survivors do" in text
    assert f"{PER_GROUP} for each group of zombies that moves" in text


def test_every_package_has_its_line_in_the_readme() -> None:
    """Each direct dependency is named in the table with what it is for."""
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Dependencies")[2].lower()
    needed = re.findall(r'^ +"([a-zA-Z-]+)[\[>]', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    extras = re.findall(r'^host = \["(\w+)>.*"(\w+)\[', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert len(needed) > 10
    assert [name for name in (*needed, *extras[0]) if name.lower() not in table] == []


def test_what_a_library_could_do_has_a_line_on_why_it_is_written_by_hand() -> None:
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Dependencies")[2]
    for library, file in BY_HAND.items():
        assert (ROOT / file).is_file(), library
        lines = re.findall(rf"^\| no [^|]*{library}[^|]*\| .{{20,}} \|$", table, re.MULTILINE)
        assert len(lines) == 1, library


def test_the_formats_page_and_those_it_leads_to_describe_every_format() -> None:
    """Whatever the code reads or writes by name, for all games."""
    formats = ROOT / "docs" / "formats.md"
    pages = [formats, *(formats.parent / link for link in links(formats))]
    told = "".join(page.read_text(encoding="utf-8") for page in pages)
    named = {
        name
        for floor in ("rules", "referee")
        for file in (ROOT / floor).rglob("*")
        if file.suffix in {".py", ".json"}
        for name in re.findall(r"\breferee-[a-z-]+/\d+\b", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 5
    assert {name for name in named if f"`{name}`" not in told} == set()


def test_the_formats_page_tells_every_member_that_a_table_adds_to_a_view() -> None:
    told = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    view = told.split("**View.**")[1].split("\n\nA map or")[0]
    code = (ROOT / "referee" / "games" / "table_view.py").read_text(encoding="utf-8")
    makes = code.split("def _written(")[1].split("\nclass ")[0]
    added = set(re.findall(r'\bmade\["(\w+)"\]', makes))
    assert len(added) > 10
    assert {name for name in added if f"`{name}`" not in view} == set()


def test_the_notice_says_whose_games_these_are_and_that_no_licence_is_chosen() -> None:
    text = _notice()
    for words in ("SPI", "What is ours", "What are facts", "has not chosen a licence yet"):
        assert words in text


def test_the_notice_says_who_publishes_each_bundled_game() -> None:
    """The publisher is the one that the game itself names to players: "X is a game by Y."."""
    told = _notice()
    for id_, game in registry.games().items():
        room = registry.shelf().modules[id_].rpartition(".")[2]
        if not is_bundled(id_):
            continue
        texts = [
            file.read_text(encoding="utf-8")
            for folder in (ROOT / "referee" / "games" / room, ROOT / "templates" / room)
            for file in folder.rglob("*")
            if file.suffix in {".py", ".html"}
        ]
        by = {name for text in texts for name in re.findall(rf"{game.title} is a game by ([^.(]*\w)", text)}
        assert len(by) == 1, f"{game.title} does not name its publisher, or names two: {by}"
        whose = told[told.index(f"*{game.title}* is a") :].partition("belong to")[0]
        assert by.pop() in whose


def _notice() -> str:
    """Return NOTICE.md with one space where it has any."""
    return " ".join((ROOT / "NOTICE.md").read_text(encoding="utf-8").split())


def test_every_promise_of_the_security_page_names_a_test_that_exists() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/\S+\.py)::(\w+)`", text)
    assert len(named) > 15
    missing = [
        f"{file}::{name}"
        for file, name in named
        if not (ROOT / file).is_file() or f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")
    ]
    assert missing == []

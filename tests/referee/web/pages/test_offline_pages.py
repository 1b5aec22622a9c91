"""What the worker keeps is what rule pages need, and a change of any of it is noticed."""

from __future__ import annotations

import json
import re
import shutil
from functools import partial
from pathlib import Path

import pytest

from referee import config
from referee.games import registry
from referee.web.pages import rulebook
from referee.web.static_files import FINGERPRINT
from tests.referee.seated import Seated


@pytest.fixture
def changeable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder with copies of the templates and static files, which the edition is now made from."""
    for name, place in (("templates", config.templates_folder()), ("static", config.static_folder())):
        shutil.copytree(place, tmp_path / name)
        monkeypatch.setattr(config, f"{name}_folder", partial(tmp_path.joinpath, name))
    monkeypatch.setattr(rulebook, "offline_version", rulebook.offline_version.__wrapped__)
    return tmp_path


@pytest.mark.parametrize("page", ["/rules/dawn-of-the-dead", "/rules/dawn-of-the-dead/8.8"])
def test_every_file_that_a_rule_page_names_is_kept(tmp_path: Path, page: str) -> None:
    """A page opened with no network misses nothing."""
    text = Seated(tmp_path).app.test_client().get(page).text
    named = set(re.findall(rf'(?:src|href)="/static/{FINGERPRINT}/([^"]+)"', text))
    assert named
    assert named - set(rulebook.OFFLINE_FILES) == set()


@pytest.mark.parametrize("system", registry.games())
def test_every_case_and_chart_of_a_game_is_kept(tmp_path: Path, system: str) -> None:
    client = Seated(tmp_path).app.test_client()
    listed = re.search(r"^const PAGES = (.*);$", client.get("/sw.js").text, re.MULTILINE)
    assert listed is not None
    kept = {*json.loads(listed[1])}
    book = registry.game(system).rulebook()
    assert {f"/rules/{system}/{case.number}" for case in book.cases} <= kept
    rolled = {f"/rules/{system}/chart/{chart.name}" for chart in book.charts.values() if chart.dice}
    assert rolled <= kept
    assert {client.get(page).status_code for page in sorted(rolled)} <= {200}


def test_every_template_that_a_rule_page_includes_is_counted() -> None:
    """The templates of a rule page are those of the edition, whatever they come to include."""
    counted = {p for pattern in rulebook.OFFLINE_TEMPLATES for p in config.templates_folder().glob(pattern)}
    included = {
        config.templates_folder() / name
        for place in counted
        for name in re.findall(
            r'{%-? (?:include|extends|import) "([^"]+)"', place.read_text(encoding="utf-8")
        )
    }
    assert included
    assert included - counted == set()


@pytest.mark.parametrize(
    "name", ["static/page/page.js", "static/page/page.css", "static/page/sizes.css", "templates/base.html",
             "templates/page/_case_dialog.html", "templates/rules/_case.html", "templates/page/sw.js"],
)  # fmt: skip
def test_the_edition_changes_with_what_is_kept(changeable: Path, name: str) -> None:
    """A device that kept the last edition fetches the new one."""
    before = rulebook.offline_version()
    assert rulebook.offline_version() == before
    with (changeable / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert rulebook.offline_version() != before


def test_the_edition_stays_when_only_a_table_changes(changeable: Path) -> None:
    """A change of the table's own screen makes no device fetch the rulebook again."""
    before = rulebook.offline_version()
    for name in ("static/dawn_of_the_dead/map/map.js", "templates/dawn_of_the_dead/table/table.html"):
        with (changeable / name).open("a", encoding="utf-8") as file:
            file.write("\n")
    assert rulebook.offline_version() == before

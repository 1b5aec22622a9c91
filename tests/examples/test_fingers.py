"""The example game, installed from its own folder: found, judged, played at a table with secret choices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "examples" / "fingers"
MOST_LINES = 200
PLAYED = """
import json, sys
from referee.app import create_app
app = create_app({"database_url": "sqlite:///" + sys.argv[1], "testing": True})
client, seen = app.test_client(use_cookies=False), {}
front = client.get("/?start=fingers").get_data(as_text=True)
made = client.post("/api/tables", json={"system": "fingers"}).get_json()
code, seats = made["code"], made["seats"]
headers = {seat: {"Authorization": "Bearer " + seats[seat]["token"]} for seat in seats}
def get(seat, path):
    return client.get(f"/api/tables/{code}{path}", headers=headers[seat])
def show(seat, fingers, call):
    action = {"do": "show", "fingers": fingers, "call": call}
    version = get(seat, "/view").get_json()["version"]
    sent = dict(action=action, version=version)
    answer = client.post(f"/api/tables/{code}/do", headers=headers[seat], json=sent)
    return [answer.status_code, answer.get_json()]
first = show("a", 2, 5)
hidden = get("b", "/view").get_json()
cookie = {"Cookie": f"seat-{code}={seats['b']['token']}"}
page = client.get(f"/t/{code}", headers=cookie).get_data(as_text=True)
show("a", 1, 4)
again = get("b", "/view").get_json()
second = show("b", 3, 9)
bad = [show("a", 6, 1)[0], show("a", 1, "x")[0]]
for _ in range(2):
    show("b", 0, 9), show("a", 1, 1)
lines = get("table", "/record").get_data(as_text=True)
report = client.get(f"/t/{code}/report", headers=cookie)
print(json.dumps(dict(
    front=front, first=first, hidden=hidden, again=again, second=second, bad=bad, page=page, record=lines,
    over=get("a", "/view").get_json(), report=[report.status_code, report.get_data(as_text=True)],
)))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Install the package into a folder of its own, and give the environment that has it."""
    site = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(site), str(PACKAGE)], check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{ROOT}"}


def run(environment: Mapping[str, str], *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        env=environment,
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def played(installed: Mapping[str, str], tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Play a whole game over HTTP, and give what was answered."""
    ran = run(installed, "-c", PLAYED, str(tmp_path_factory.mktemp("data") / "t.sqlite3"))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_it_is_short() -> None:
    lines = [line for file in PACKAGE.rglob("*.py") for line in file.read_text(encoding="utf-8").splitlines()]
    assert 50 < len(lines) <= MOST_LINES


def test_it_is_found_beside_the_bundled_games(installed: Mapping[str, str]) -> None:
    listed = json.loads(run(installed, "-m", "referee", "games", "--json").stdout)
    assert [game["id"] for game in listed] == ["dawn-of-the-dead", "battlecon", "fingers"]
    assert listed[-1] == {"id": "fingers", "title": "Fingers", "modes": ["play"]}


def test_its_rulebook_and_its_rulings_for_programs(installed: Mapping[str, str]) -> None:
    case = run(installed, "-m", "referee", "case", "1.2", "--system", "fingers", "--json")
    assert json.loads(case.stdout)["title"] == "Scoring"
    position = {"system": "fingers", "points": {"a": 2, "b": 0}, "shown": {}}
    action = {"do": "show", "seat": "a", "fingers": 2, "call": 3}
    line = json.dumps({"position": position, "action": action}) + "\n"
    first = json.loads(run(installed, "-m", "referee", "judge", stdin=line).stdout)
    assert first["legal"]
    other = {"position": first["after"], "action": {**action, "seat": "b", "fingers": 1, "call": 4}}
    second = json.loads(run(installed, "-m", "referee", "judge", stdin=json.dumps(other)).stdout)
    assert (second["after"]["points"], second["after"]["phase"]) == ({"a": 3, "b": 0}, "over")
    assert second["effects"] == [{"effect": "hands", "fingers": [2, 1], "calls": [3, 4], "scores": "a"}]
    bad = run(installed, "-m", "referee", "judge", stdin=line.replace('"show"', '"hide"'))
    assert bad.returncode == 2
    assert json.loads(bad.stdout)["error"].startswith("action:")


def test_two_seats_choose_in_secret(played: Any) -> None:
    assert played["first"][0] == 200
    assert played["hidden"]["shown"] == {"a": None}
    assert played["again"] == played["hidden"]
    assert played["second"][1]["ruling"]["reason"] == "4 fingers; player A scores."
    assert played["bad"] == [422, 422]


def test_it_has_screens_without_a_template_of_its_own(played: Any) -> None:
    assert 'name="system" value="fingers"' in played["front"]
    assert "Player A is ready." in played["page"]
    assert "3 fingers, call 9" in played["page"]
    assert played["report"][0] == 200
    assert "4 fingers; player A scores." in played["report"][1]


def test_its_record_is_judged_again_and_its_seals_hold(
    installed: Mapping[str, str], played: Any, tmp_path: Path
) -> None:
    assert (played["over"]["phase"], played["over"]["points"]["a"]) == ("over", 3)
    path = tmp_path / "fingers.jsonl"
    path.write_text(played["record"], encoding="utf-8")
    assert run(installed, "-m", "referee", "replay", str(path)).returncode == 0
    checked = run(installed, "-m", "referee", "verify", str(path))
    assert (checked.returncode, checked.stdout) == (0, "All 7 seals hold.\n")

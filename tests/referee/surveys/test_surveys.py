"""Surveys over HTTP: nothing is lost, devices follow each other, and what is made is a map to play on."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.config import Config
from referee.storage.database import Database
from referee.surveys import checks, service
from rules.dawn_of_the_dead.equipment import map_check
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.survey.log import TOO_MUCH
from tests import soak
from tests.referee.apps import app_of
from tests.rules.survey.surveying import survey

OUTLINE = {"do": "outline", "points": [[0, 0], [1200, 0], [1200, 800], [0, 800]]}
CUT = {"do": "cut", "points": [[400, 0], [400, 800]]}
OTHER = {"do": "cut", "points": [[800, 0], [800, 800]]}


class Maker:
    """An app with a database on disk, and a survey in it."""

    def __init__(self, folder: Path) -> None:
        self.settings = {"database_url": f"sqlite:///{folder / 'tables.sqlite3'}", "testing": True}
        self.open()
        made = self.client.post("/api/surveys", json={})
        assert made.status_code == 201
        self.made: dict[str, Any] = made.get_json()
        self.url = f"/api/surveys/{self.made['id']}"

    def open(self) -> None:
        """Start the app on what is on disk."""
        self.app = app_of(Config.of(self.settings))
        self.client: FlaskClient = self.app.test_client(use_cookies=False)

    def do(self, gesture: Any, version: int, **more: Any) -> TestResponse:
        """Do one gesture."""
        return self.client.post(f"{self.url}/gestures", json={"gesture": gesture, "version": version, **more})

    def told(self) -> dict[str, Any]:
        """Return the survey."""
        told: dict[str, Any] = self.client.get(self.url).get_json()
        return told


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    return Maker(tmp_path)


def test_2_1_every_gesture_is_on_disk_before_its_answer(maker: Maker) -> None:
    assert maker.do(OUTLINE, 0).get_json() == {"version": 1}
    assert maker.do(CUT, 1).get_json() == {"version": 2}
    told = maker.told()
    maker.open()
    assert maker.told() == told
    assert told["gestures"] == [OUTLINE, CUT]
    assert (told["format"], told["done"], told["version"]) == ("referee-survey/1", 2, 2)


def test_2_1_undo_and_redo_have_no_limit_and_outlive_the_server(maker: Maker) -> None:
    for version, gesture in enumerate([OUTLINE, CUT, {"do": "undo"}, {"do": "undo"}]):
        assert maker.do(gesture, version).status_code == 200
    assert maker.do({"do": "undo"}, 4).get_json()["detail"] == "There is nothing to undo."
    maker.open()
    assert maker.told()["done"] == 0
    assert maker.do({"do": "redo"}, 4).status_code == 200
    assert maker.do({"do": "redo"}, 5).status_code == 200
    assert maker.do({"do": "redo"}, 6).get_json()["detail"] == "There is nothing to redo."
    told = maker.told()
    assert (told["done"], told["gestures"]) == (2, [OUTLINE, CUT])


def test_2_1_undo_goes_back_through_many_gestures(maker: Maker) -> None:
    gestures = [OUTLINE, *({"do": "title", "name": f"Board {n}"} for n in range(130))]
    made = maker.client.post(
        "/api/surveys",
        json={"survey": {"format": "referee-survey/1", "done": len(gestures), "gestures": gestures}},
    ).get_json()
    url = f"/api/surveys/{made['id']}"
    version = made["version"]
    for back in range(1, 120):
        answer = maker.client.post(
            f"{url}/gestures", json={"gesture": {"do": "undo"}, "version": version + back - 1}
        )
        assert answer.status_code == 200
    assert maker.client.get(f"{url}/map").get_json()["name"] == "Board 10"


def test_a_survey_takes_so_many_letters_undone_ones_too(
    maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = {"do": "all", "gestures": [{"do": "title", "name": "A" * 40}] * 100}
    monkeypatch.setattr(service, "MAX_CHARACTERS", 2 * len(json.dumps(many)) - 1)
    assert [maker.do(one, n).status_code for n, one in enumerate([many, {"do": "undo"}])] == [200, 200]
    maker.open()
    told = maker.do(many, 2)
    assert (told.status_code, told.get_json()["detail"]) == (422, TOO_MUCH)
    assert maker.do({"do": "redo"}, 2).status_code == 200


def test_a_device_that_was_slower_gets_the_gestures_it_has_not_seen(maker: Maker) -> None:
    maker.do(OUTLINE, 0)
    maker.do(CUT, 1, key="first")
    late = maker.do(OTHER, 1, key="second")
    assert late.status_code == 409
    problem = late.get_json()
    assert problem["detail"] == "Another device was faster. These are the gestures that you have not seen."
    assert problem["version"] == 2
    assert problem["gestures"] == [{"gesture": CUT, "key": "first"}]
    assert maker.told()["gestures"] == [OUTLINE, CUT]
    assert maker.client.get(f"{maker.url}/gestures?after=1").get_json() == {
        "version": 2, "gestures": [{"gesture": CUT, "key": "first"}],
    }  # fmt: skip


def test_a_gesture_whose_answer_was_lost_counts_once(maker: Maker) -> None:
    maker.do(OUTLINE, 0, key="a")
    assert maker.do(OUTLINE, 0, key="a").get_json() == {"version": 1}
    assert maker.do(OUTLINE, 0).status_code == 409
    assert maker.told()["gestures"] == [OUTLINE]


def test_devices_at_two_processes_never_lose_a_gesture(maker: Maker) -> None:
    maker.do(OUTLINE, 0)
    other = app_of(Config.of(maker.settings)).test_client(use_cookies=False)
    assert other.get(maker.url).get_json()["version"] == 1
    assert maker.do(CUT, 1).status_code == 200
    late = other.post(f"{maker.url}/gestures", json={"gesture": OTHER, "version": 1})
    assert (late.status_code, late.get_json()["gestures"]) == (409, [{"gesture": CUT}])
    assert other.post(f"{maker.url}/gestures", json={"gesture": OTHER, "version": 2}).status_code == 200
    assert maker.told()["gestures"] == [OUTLINE, CUT, OTHER]


def test_of_many_at_once_one_is_first(maker: Maker) -> None:
    maker.do(OUTLINE, 0)
    answers: list[int] = []
    ready = threading.Barrier(6)

    def cut_at(x: int) -> None:
        ready.wait()
        client = maker.app.test_client(use_cookies=False)
        gesture = {"do": "cut", "points": [[x, 0], [x, 800]]}
        done = client.post(f"{maker.url}/gestures", json={"gesture": gesture, "version": 1})
        answers.append(done.status_code)

    threads = [threading.Thread(target=cut_at, args=(100 * n,)) for n in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]


def test_devices_are_told_of_each_new_version(maker: Maker) -> None:
    answer = maker.client.get(f"{maker.url}/events?since=0", buffered=False)
    blocks = (block if isinstance(block, str) else block.decode() for block in answer.response)
    assert next(blocks).startswith("retry: ")
    maker.do(OUTLINE, 0)
    assert next(block for block in blocks if "version" in block) == "id: 1\nevent: version\ndata: 1\n\n"
    answer.close()


WRONG: list[tuple[Any, str]] = [
    ({"do": "outline", "points": [[0, 0], [1, 1]]}, "An outline has three corners or more"),
    ({"do": "outline", "points": [[n, n * n] for n in range(1000)]}, "at most 200 points"),
    ({"do": "cut", "points": [[5000, 0], [5000, 9]]}, "The stroke goes through no square."),
    ({"do": "move_side", "edge": [[400, 0], [400, 800]], "by": [900, 0]}, "would turn over."),
    ({"do": "move_corner", "at": [1200, 800], "to": [100, -50]}, "would"),
    ({"do": "fly"}, "This is not a gesture of a survey."),
    ({"do": ["cut"]}, "is not a gesture of a survey."),
    ({}, "is not a gesture of a survey."),
]


@pytest.mark.parametrize(("gesture", "says"), WRONG, ids=lambda v: str(v)[:40])
def test_what_cannot_be_done_gets_a_sentence_and_changes_nothing(
    maker: Maker, gesture: Any, says: str
) -> None:
    maker.do(OUTLINE, 0)
    maker.do(CUT, 1)
    answer = maker.do(gesture, 2)
    assert answer.status_code == 422
    assert says in answer.get_json()["detail"]
    assert maker.told()["version"] == 2


def test_bad_requests_are_named(maker: Maker) -> None:
    for given, says in (
        ({"gesture": OUTLINE}, "version is missing."),
        ({"gesture": OUTLINE, "version": "1"}, 'version: "1" is not a version'),
        ({"gesture": 3, "version": 0}, "gesture: 3 is not an object."),
        ({"version": 0}, "gesture is missing."),
        ({"gesture": OUTLINE, "version": 7}, "version: 7 is not there yet; the survey is at 0."),
        ({"gesture": OUTLINE, "version": 0, "key": "k" * 41}, "key"),
        ({"gesture": OUTLINE, "version": 0, "who": 1}, "who is not a field that belongs here."),
    ):
        answer = maker.client.post(f"{maker.url}/gestures", json=given)
        assert answer.status_code == 422, given
        assert says in answer.get_json()["detail"]
    assert (
        maker.client.get("/api/surveys/nobody").get_json()["detail"].startswith('There is no survey "nobody"')
    )
    assert maker.client.get(f"{maker.url}/gestures?after=x").status_code == 422
    assert maker.client.post("/api/surveys", json={"system": "battlecon"}).status_code == 422
    strange = maker.client.post("/api/surveys", json={"survey": {"format": "other"}})
    assert strange.get_json()["detail"].startswith("survey: A survey is an object")


@pytest.mark.parametrize("kind", [[], {}, 3, None, ["cut"]])
def test_a_log_with_what_is_no_gesture_gets_a_sentence(maker: Maker, kind: Any) -> None:
    for gesture in ({"do": kind}, {"do": "all", "gestures": [{"do": kind}]}):
        log = {"format": "referee-survey/1", "done": 2, "gestures": [OUTLINE, gesture]}
        answer = maker.client.post("/api/surveys", json={"survey": log})
        assert answer.status_code == 422
        assert "Gesture 2: This is not a gesture of a survey." in answer.get_json()["detail"]


def test_fields_that_no_gesture_has_are_not_kept(maker: Maker) -> None:
    maker.do({**OUTLINE, "colour": "x" * 100}, 0)
    assert maker.told()["gestures"] == [OUTLINE]


def test_only_its_maker_deletes_a_survey(maker: Maker) -> None:
    assert maker.client.delete(maker.url).status_code == 401
    wrong = maker.client.delete(maker.url, headers={"Authorization": "Bearer nothing"})
    assert wrong.status_code == 403
    maker.do(OUTLINE, 0)
    right = maker.client.delete(maker.url, headers={"Authorization": f"Bearer {maker.made['token']}"})
    assert right.get_json() == {"deleted": maker.made["id"]}
    assert maker.client.get(maker.url).status_code == 404
    assert maker.do(CUT, 1).status_code == 404


def test_the_token_is_not_in_the_database(maker: Maker, tmp_path: Path) -> None:
    maker.do(OUTLINE, 0)
    maker.app.extensions["tables"].close()
    assert maker.made["token"].encode() not in (tmp_path / "tables.sqlite3").read_bytes()


def test_a_full_server_says_so(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker.app.extensions["surveys"], "_most", 1)
    assert (
        maker.client.post("/api/surveys", json={})
        .get_json()["detail"]
        .startswith("This server is full: it keeps at most 1 ")
    )


def test_3_what_is_wrong_is_told_with_its_place(maker: Maker) -> None:
    assert maker.client.get(f"{maker.url}/wrong").get_json()["wrong"] == [
        {"says": "The board has no outline yet: draw one.", "squares": [], "at": None}
    ]
    maker.do(OUTLINE, 0)
    maker.do(CUT, 1)
    maker.do({"do": "number", "at": [600, 100], "number": 1}, 2)
    told = maker.client.get(f"{maker.url}/wrong").get_json()
    assert (told["version"], told["count"]) == (3, 2)
    by_sentence = {entry["says"]: entry for entry in told["wrong"]}
    assert "The board has no name yet." in by_sentence
    assert by_sentence["2 squares are in no area yet."]["squares"] == ["001", "001"]
    assert any("zombie" in says for says in by_sentence), "what the game wants is told too"
    twice = by_sentence["2 squares have the number 001. Correct one of them."]
    assert twice["at"] is not None


def surveyed_mall(maker: Maker) -> str:
    """Return the address of a survey that draws the bundled mall again."""
    gestures = list(survey(load_map("mall")))
    gestures.append({"do": "special", "key": "depicts", "value": "mall"})
    log = {"format": "referee-survey/1", "done": len(gestures), "gestures": gestures}
    made = maker.client.post("/api/surveys", json={"survey": log})
    assert made.status_code == 201, made.data
    return f"/api/surveys/{made.get_json()['id']}"


def test_5_a_finished_survey_is_a_map_to_play_on(maker: Maker) -> None:
    url = surveyed_mall(maker)
    assert maker.client.get(f"{url}/wrong").get_json()["wrong"] == []
    data = maker.client.get(f"{url}/map").get_json()
    assert map_check.problems(data) == []
    kept = maker.client.post(f"{url}/map", json={})
    assert kept.status_code == 201
    map_id = kept.get_json()["id"]
    assert maker.client.get(f"/api/maps/{map_id}").get_json() == data
    table = maker.client.post("/api/tables", json={"map": map_id})
    assert table.status_code == 201
    again = maker.client.post(f"{url}/map", json={})
    assert again.get_json()["id"] == map_id, "the same board is the same map"


@soak.BOARDS
def test_3_the_examples_of_the_rulebook_are_checked_where_the_board_is_the_games_own(maker: Maker) -> None:
    url = surveyed_mall(maker)
    version = maker.client.get(url).get_json()["version"]
    data = load_map("mall")
    assert maker.client.get(f"{url}/sight?from=024&to=062").get_json()["sight"] is True
    gestures = [g for g in survey(data) if g["do"] == "side"]
    wall = next(
        g for g, side in zip(gestures, data["sides"], strict=True) if side["between"] == ["043", "062"]
    )
    done = maker.client.post(
        f"{url}/gestures", json={"gesture": {**wall, "kind": "wall"}, "version": version}
    )
    assert done.status_code == 200
    assert maker.client.get(f"{url}/sight?from=024&to=062").get_json()["sight"] is False
    told = maker.client.get(f"{url}/wrong").get_json()["wrong"]
    assert any({"024", "062"} <= set(entry["squares"]) for entry in told), told


def test_an_unfinished_survey_makes_no_map(maker: Maker) -> None:
    maker.do(OUTLINE, 0)
    answer = maker.client.post(f"{maker.url}/map", json={})
    assert answer.status_code == 422
    assert len(answer.get_json()["problems"]) > 3


def test_an_unfinished_board_goes_out_as_universal_vtt_once_it_has_squares(maker: Maker) -> None:
    empty = maker.client.get(f"{maker.url}/map.dd2vtt")
    assert (empty.status_code, empty.get_json()["title"]) == (409, "Not yet")
    maker.do(OUTLINE, 0)
    maker.do(CUT, 1)
    table = maker.client.get(f"{maker.url}/map.dd2vtt").get_json()
    assert table["referee-place"] == {"left": 0, "top": 0, "cell": 400}
    assert table["resolution"]["map_size"] == {"x": 3, "y": 2}
    assert table["referee-map"] == maker.client.get(f"{maker.url}/map").get_json()


def test_3_sight_is_tried_before_the_board_is_finished(maker: Maker) -> None:
    maker.do(OUTLINE, 0)
    for version, gesture in enumerate([CUT, OTHER], 1):
        maker.do(gesture, version)
    line = maker.client.get(f"{maker.url}/sight?from=001&to=003").get_json()
    assert (line["sight"], line["squares"]) == (True, ["002"])
    maker.do({"do": "side", "edge": [[400, 0], [400, 800]], "kind": "solid_door"}, 3)
    shut = maker.client.get(f"{maker.url}/sight?from=001&to=003&closed=001-002").get_json()
    assert shut["sight"] is False
    for query, says in (
        ("from=001&to=009", 'to: "009" is not a square of this board.'),
        ("from=001&to=002&closed=002-003", 'closed: "002-003" is not a door of this board.'),
        ("from=001", "to is missing."),
    ):
        answer = maker.client.get(f"{maker.url}/sight?{query}")
        assert (answer.status_code, answer.get_json()["detail"]) == (422, says)
    maker.do({"do": "number", "at": [600, 100], "number": 1}, 4)
    assert maker.client.get(f"{maker.url}/sight?from=001&to=003").status_code == 409


def close_calls(maker: Maker) -> list[dict[str, Any]]:
    """Return all close calls, asked for step by step."""
    calls: list[dict[str, Any]] = []
    told: dict[str, Any] = {"next": 0}
    while told["next"] is not None:
        first = told["next"]
        told = maker.client.get(f"{maker.url}/close?from={first}").get_json()
        calls += told["calls"]
        assert told["next"] is None or first < told["next"] < told["squares"]
    return calls


def nine_squares(maker: Maker) -> int:
    """Draw nine squares, a wall that ends near the line from 001 to 006; return the version."""
    gestures: list[dict[str, Any]] = [
        {"do": "outline", "points": [[0, 0], [1200, 0], [1200, 1200], [0, 1200]]}
    ]
    for at in (400, 800):
        gestures += ({"do": "cut", "points": line} for line in ([[at, 0], [at, 1200]], [[0, at], [1200, at]]))
    gestures += [
        {"do": "side", "edge": [[800, 0], [800, 400]], "kind": "wall"},
        {"do": "move_corner", "at": [800, 400], "to": [800, 494]},
        {"do": "error", "units": 8},
    ]
    for version, gesture in enumerate(gestures):
        assert maker.do(gesture, version).status_code == 200
    return len(gestures)


def test_3_6_4_lines_that_are_too_close_to_call_come_step_by_step(
    maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "PAIRS_PER_STEP", 18)
    nine_squares(maker)
    calls = close_calls(maker)
    assert {"between": ["001", "006"], "clear": True, "corner": [800, 494]} in [
        {name: value for name, value in call.items() if name != "margin"} for call in calls
    ]
    assert all(0 <= call["margin"] <= 8 for call in calls)
    answer = maker.client.get(f"{maker.url}/close?from=x")
    assert (answer.status_code, answer.get_json()["detail"]) == (422, 'from: "x" is not a whole number.')


def test_3_6_4_a_corner_moves_to_agree_with_what_the_owner_saw(maker: Maker) -> None:
    version = nine_squares(maker)
    look = {"do": "look", "from": [200, 200], "to": [1000, 600], "sight": "blocked"}
    gesture = maker.client.get(f"{maker.url}/agreeing?from=001&to=006&sight=blocked").get_json()["gesture"]
    assert gesture["do"] == "move_corner"
    assert all(abs(a - b) <= 8 for a, b in zip(gesture["at"], gesture["to"], strict=True))
    assert maker.client.get(f"{maker.url}/agreeing?from=001&to=006&sight=clear").get_json()["gesture"] is None
    assert maker.do({"do": "all", "gestures": [look, gesture]}, version).status_code == 200
    line = maker.client.get(f"{maker.url}/sight?from=006&to=001").get_json()
    assert (line["sight"], line["cases"]) == (False, ["6.4"])
    looks = maker.client.get(f"{maker.url}/map").get_json()["looks"]
    assert looks == {"error": 8, "lines": [{"between": ["001", "006"], "sight": False}]}
    drawn = [call["clear"] for call in close_calls(maker) if call["between"] == ["001", "006"]]
    assert drawn == [False], "the drawing says so too now, the look aside"


def test_3_6_4_a_look_that_the_drawing_contradicts_is_still_wrong(maker: Maker) -> None:
    version = nine_squares(maker)
    maker.do({"do": "look", "from": [200, 200], "to": [200, 1000], "sight": "blocked"}, version)
    entries = maker.client.get(f"{maker.url}/wrong").get_json()["wrong"]
    told = [
        e for e in entries if e["says"].startswith("The line between squares 001 and 007 was seen blocked")
    ]
    assert [e["squares"] for e in told] == [["001", "007"]]
    answer = maker.client.get(f"{maker.url}/agreeing?from=001&to=012&sight=clear")
    assert (answer.status_code, answer.get_json()["detail"]) == (422, '"012" is not a square of this board.')
    answer = maker.client.get(f"{maker.url}/agreeing?from=001&to=002&sight=dim")
    assert answer.status_code == 422


def test_a_survey_falls_out_of_memory_and_comes_back(maker: Maker) -> None:
    maker.do(OUTLINE, 0)
    others = [maker.client.post("/api/surveys", json={}).get_json()["id"] for _ in range(10)]
    for id_ in others:
        assert maker.client.get(f"/api/surveys/{id_}").get_json()["version"] == 0
    assert maker.do(CUT, 1).get_json() == {"version": 2}


def test_a_gesture_that_fits_no_longer_is_told(maker: Maker) -> None:
    """A survey of an earlier version of the program, whose rules of drawing were other ones."""
    tables = maker.app.extensions["tables"]
    database: Database = tables.database
    with database.writing() as connection:
        connection.exec_driver_sql(
            'INSERT INTO survey_gestures VALUES (?, 1, \'{"do": "fly"}\', NULL)', (maker.made["id"],)
        )
    answer = maker.client.get(maker.url)
    assert answer.status_code == 422
    assert answer.get_json()["detail"].startswith("Gesture 1 of this survey no longer fits")

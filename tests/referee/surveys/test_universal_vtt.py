"""A Universal VTT of another program becomes lines of a survey: over HTTP and on the command line."""

from __future__ import annotations

import json
import tracemalloc
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from referee.errors import InputError
from referee.surveys.formats import universal_vtt
from referee.surveys.formats.survey_import import take_lines
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.survey import chart, from_lines, log, loose_lines
from rules.survey.plane import Plane
from tests.referee.cli import Cli
from tests.referee.surveys.test_surveys import CUT, OTHER, OUTLINE, Maker, maker

__all__ = ["maker"]
Json = dict[str, Any]


def line(*spots: tuple[float, float]) -> list[Json]:
    return [{"x": x, "y": y} for x, y in spots]


def table(**more: Any) -> Json:
    """Return a file as Dungeondraft writes it: two rooms on a grid of 4 by 3, cut out of a larger map."""
    return {
        "format": 0.3,
        "resolution": {
            "map_origin": {"x": 10, "y": 20},
            "map_size": {"x": 4, "y": 3},
            "pixels_per_grid": 70,
        },
        "line_of_sight": [line((12, 20), (12, 21)), line((12, 22.02), (12, 23))],
        "objects_line_of_sight": [],
        "portals": [
            {"position": {"x": 12, "y": 21.5}, "bounds": line((12, 21), (12, 22)), "rotation": 1.570796,
             "closed": True, "freestanding": False},
        ],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        **more,
    }  # fmt: skip


def drawn(given: Json) -> Plane:
    """Return the plane that a file draws."""
    gesture = take_lines(Plane(), given).gesture
    assert gesture is not None
    return log.apply(Plane(), gesture)


def sides(plane: Plane) -> dict[tuple[str, str], str]:
    return {(a, b): side["kind"] for side in chart.to_map(plane)["sides"] for a, b in [side["between"]]}


def test_walls_and_doors_stand_on_the_sides_of_the_grid() -> None:
    answer = take_lines(Plane(), table())
    assert answer.says == "Taken from the file: 4 × 3 squares, walls on 2 sides, 1 door."
    assert answer.box == [0, 0, 480, 360]
    plane = drawn(table())
    assert len(plane.faces) == 12
    assert sides(plane) == {("002", "003"): "wall", ("006", "007"): "solid_door", ("010", "011"): "wall"}


def test_a_portal_that_lets_sight_through_is_a_glass_door() -> None:
    portal = {"bounds": line((12, 21), (12, 22)), "closed": False}
    assert sides(drawn(table(portals=[portal])))["006", "007"] == "glass_door"


def test_a_wall_off_the_grid_cuts_the_squares_that_it_goes_through() -> None:
    walls = [line((10, 20), (13, 23)), line((13.5, 20), (13.5, 22))]
    plane = drawn(table(line_of_sight=walls, portals=[]))
    assert len(plane.faces) == 12 + 3 + 2
    assert list(sides(plane).values()) == ["wall"] * 5


def test_furniture_cuts_no_square_and_what_is_left_out_is_said() -> None:
    pillar = line((11.3, 21.3), (11.6, 21.3), (11.6, 21.6), (11.3, 21.6), (11.3, 21.3))
    far = {"bounds": line((90, 90), (91, 90)), "closed": True}
    given = table(objects_line_of_sight=[pillar, []], lights=[1, 2])
    given["portals"] += [far, {"bounds": line((11, 20), (12, 20)), "closed": True}]
    answer = take_lines(Plane(), given)
    assert answer.says == (
        "Taken from the file: 4 × 3 squares, walls on 2 sides, 1 door. Not taken: 4 of 6 pieces of wall and"
        " 1 of 3 doors that no line of the drawing runs along. 1 door is in the outer wall: put a main door"
        " there, with its name. Lights are left out."
    )
    assert len(drawn(given).faces) == 12


def test_a_door_between_two_sides_stands_on_one_at_least() -> None:
    portal = {"bounds": line((12, 20.6), (12, 21.4)), "closed": True}
    walls = [line((12, 20), (12, 20.6)), line((12, 21.4), (12, 23))]
    kinds = sides(drawn(table(line_of_sight=walls, portals=[portal])))
    assert sorted(kinds.values()) == ["solid_door", "wall", "wall"]


def test_of_a_large_map_a_square_is_several_cells() -> None:
    given = table(line_of_sight=[line((10, 22), (50, 22))], portals=[])
    given["resolution"]["map_size"] = {"x": 40, "y": 30.1}
    answer = take_lines(Plane(), given)
    assert "20 × 15 squares, walls on 20 sides, 0 doors. Each square is 2 × 2 cells" in answer.says


def test_walls_far_out_on_a_large_map_take_little_memory() -> None:
    wall = [line((-90_000, -90_000), (90_000, 90_000)), line((10, 20), (410, 420))]
    large = {"map_size": {"x": 400, "y": 400}, "map_origin": {"x": 10, "y": 20}}
    tracemalloc.start()
    told = take_lines(Plane(), table(resolution=large, line_of_sight=wall[1:], portals=[])).says
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert told.startswith("Taken from the file: 24 × 24 squares, walls on 24 sides")
    assert peak < 8_000_000
    told = take_lines(Plane(), table(resolution=large, line_of_sight=wall[:1], portals=[])).says
    assert "Not taken: 1 of 1 piece of wall" in told


def test_walls_through_too_many_squares_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(from_lines, "MAX_LAID", 100)
    walls = [line((10, 20), (14, 23)), line((14, 20), (10, 23))]
    with pytest.raises(InputError, match=r"too many and too long to be taken in one step\.$"):
        take_lines(Plane(), table(line_of_sight=walls * 5))


def test_a_wall_of_many_points_takes_little_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Straightened all at once, a zigzag that grows takes as many comparisons as its points have pairs."""
    calls = count()
    measure = loose_lines.distance
    monkeypatch.setattr(loose_lines, "distance", lambda *given: (next(calls), measure(*given))[1])
    wall = [(n, n if n % 2 else -n) for n in range(2000)]
    assert len(loose_lines.straight(wall, 0.5)) == 1999
    assert next(calls) < 200_000


def test_our_own_file_draws_the_same_board_again() -> None:
    mall = load_map("mall")
    made = json.loads(json.dumps(universal_vtt(Board.from_json(mall))))
    again = chart.to_map(drawn(made))
    for name in ("name", "squares", "sides", "rifles"):
        assert again[name] == mall[name], name
    assert sorted(again["main_doors"], key=str) == sorted(mall["main_doors"], key=str)


def test_our_own_file_without_its_map_keeps_its_walls_and_doors() -> None:
    """Another program has dropped the member that is ours alone."""
    first = drawn(table())
    data = {**chart.to_map(first), "name": "Rooms", "areas": [{"id": "h", "name": "Hall", "kind": "hall"}]}
    data["squares"] = [{**square, "area": "h"} for square in data["squares"]]
    made = universal_vtt(Board.from_json(data))
    del made["referee-map"]
    again = drawn(made)
    assert sides(again) == sides(first)
    assert chart.to_map(again)["squares"] == chart.to_map(first)["squares"]


WRONG: list[tuple[Json, str]] = [
    ({"resolution": None}, "resolution: null is not the size of the map."),
    ({"resolution": {"pixels_per_grid": 70}}, "resolution.map_size is missing; it must be a point"),
    ({"resolution": {"map_size": {"x": 4, "y": 0}}}, "resolution.map_size.y: 0 is not a number of cells"),
    ({"resolution": {"map_size": {"x": 4}}}, "resolution.map_size.y is missing; it must be a number"),
    ({"line_of_sight": 3}, "line_of_sight: 3 is not a list of walls."),
    ({"line_of_sight": [line((1, 1)), 3]}, "line_of_sight[1]: 3 is not a list of points."),
    ({"line_of_sight": [[{"x": 1}]]}, "line_of_sight[0][0].y is missing; it must be a number"),
    ({"objects_line_of_sight": [line((1, float("inf")))]}, "objects_line_of_sight[0][0].y: Infinity is not"),
    ({"line_of_sight": [line((1, float("nan")))]}, "line_of_sight[0][0].y: NaN is not a number"),
    ({"line_of_sight": [line((1, 10**400))]}, "line_of_sight[0][0].y: 1000"),
    ({"line_of_sight": [[{"x": True, "y": 1}]]}, "line_of_sight[0][0].x: true is not a number"),
    ({"line_of_sight": [line(*[(1, 1)] * 20_001)]}, "have more than 20000 points."),
    ({"portals": {}}, "portals: {} is not a list of doors."),
    ({"portals": [3]}, "portals[0]: 3 is not a door."),
    ({"portals": [{}]}, "portals[0].bounds is missing; it must be the two ends of a door."),
    ({"portals": [{"bounds": line((1, 1))}]}, "portals[0].bounds has one point; a door has two ends."),
    ({"portals": [{"bounds": line((1, 1), (2, 2), (3, 3))}]}, "portals[0].bounds has 3 points;"),
    ({"portals": [{"bounds": line((1, 1), (2, 1)), "closed": "no"}]}, 'portals[0].closed: "no" is not true'),
]  # fmt: skip


@pytest.mark.parametrize(("change", "says"), WRONG, ids=[says[:40] for _, says in WRONG])
def test_a_damaged_file_gets_one_sentence(change: Json, says: str) -> None:
    with pytest.raises(InputError) as refused:
        take_lines(Plane(), table(**change))
    assert says in refused.value.sentence


def test_a_file_without_doors_or_without_anything() -> None:
    given = table()
    del given["portals"], given["objects_line_of_sight"], given["resolution"]["map_origin"]
    given["line_of_sight"] = [line((2, 0), (2, 3))]
    assert take_lines(Plane(), given).says == "Taken from the file: 4 × 3 squares, walls on 3 sides, 0 doors."
    nothing = take_lines(Plane(), table(line_of_sight=[], portals=[]))
    assert (nothing.gesture, nothing.says) == (None, "The file has a picture, but no walls and no doors.")
    given = table()
    del given["resolution"]
    with pytest.raises(InputError, match=r"resolution is missing; it must be the size of the map\."):
        take_lines(Plane(), given)


def test_it_is_one_step_that_undo_takes_back(maker: Maker) -> None:
    told = maker.client.post(f"{maker.url}/lines", json={"table": table()})
    assert told.status_code == 200
    assert maker.do(told.get_json()["gesture"], 0).status_code == 200
    data = maker.client.get(f"{maker.url}/map").get_json()
    assert {side["kind"] for side in data["sides"]} == {"wall", "solid_door"}
    again = maker.client.get(f"{maker.url}/map.dd2vtt").get_json()
    assert maker.do({"do": "undo"}, 1).status_code == 200
    assert maker.client.get(f"{maker.url}/map").get_json()["squares"] == []
    told = maker.client.post(f"{maker.url}/lines", json={"table": again}).get_json()
    assert told["says"] == "Taken from the file: its whole board, 12 squares with all on them."
    assert told["box"] == [0, 0, 480, 360]
    assert maker.do(told["gesture"], 2).status_code == 200
    assert maker.client.get(f"{maker.url}/map").get_json() == data, "though no square had an area yet"


def test_on_a_drawing_walls_and_doors_go_on_the_lines_that_are_there(maker: Maker) -> None:
    for version, gesture in enumerate([OUTLINE, CUT, OTHER]):
        maker.do(gesture, version)
    given = table(
        line_of_sight=[line((12, 20), (12, 23)), line((13, 20), (13, 23))],
        portals=[{"bounds": line((11, 20.5), (11, 22.5)), "closed": True}],
    )
    given["resolution"]["map_size"] = {"x": 3, "y": 3}
    missing = maker.client.post(f"{maker.url}/lines", json={"table": given})
    assert missing.status_code == 422
    assert "corners is missing" in missing.get_json()["detail"]
    corners = [[0, 0], [1200, 0], [0, 800]]
    told = maker.client.post(f"{maker.url}/lines", json={"table": given, "corners": corners}).get_json()
    assert told["box"] is None
    assert told["says"] == "Taken from the file: walls on 1 side, 1 door."
    maker.do(told["gesture"], 3)
    kinds = {tuple(s["between"]): s["kind"] for s in maker.client.get(f"{maker.url}/map").get_json()["sides"]}
    assert kinds == {("001", "002"): "solid_door", ("002", "003"): "wall"}
    again = maker.client.post(f"{maker.url}/lines", json={"table": given, "corners": corners}).get_json()
    assert again["gesture"] is None, "there is nothing more to do"
    for wrong in ([[0, 0], [1, 1], [2, 2]], [[0, 0]], [[0, 0], [1, 0], "x"], [[0, 0], [1, 0], [0, 1e9]]):
        answer = maker.client.post(f"{maker.url}/lines", json={"table": given, "corners": wrong})
        assert answer.status_code == 422, wrong


class TestCommand:
    def test_a_map_is_made_and_what_is_missing_is_told(self, cli: Cli, tmp_path: Path) -> None:
        own = tmp_path / "rooms.dd2vtt"
        own.write_text(json.dumps(table(image="x" * 5_000_000)), encoding="utf-8")
        made = cli("map", "import", own)
        assert made.status == 1
        assert made.err.startswith("Taken from the file: 4 × 3 squares, walls on 2 sides, 1 door.\n")
        assert [side["kind"] for side in made.json["sides"]] == ["wall", "solid_door", "wall"]
        assert len(made.json["squares"]) == 12
        back = tmp_path / "rooms.json"
        back.write_text(made.out, encoding="utf-8")
        assert made.err.splitlines()[1:] == cli("map", "check", back).out.splitlines()

    def test_a_drawing_to_go_on_with(self, cli: Cli, tmp_path: Path, maker: Maker) -> None:
        own = tmp_path / "rooms.uvtt"
        own.write_text(json.dumps(table()), encoding="utf-8")
        made = cli("map", "import", own, "--survey")
        assert made.status == 0
        answer = maker.client.post("/api/surveys", json={"survey": made.json})
        assert answer.status_code == 201
        assert maker.client.get(f"/api/surveys/{answer.get_json()['id']}/wrong").get_json()["count"] == 12

    def test_a_damaged_file_gets_its_sentence(self, cli: Cli, tmp_path: Path) -> None:
        own = tmp_path / "rooms.uvtt"
        given = table(portals=[{"bounds": line((1, 1))}])
        own.write_text(json.dumps(given), encoding="utf-8")
        assert "portals[0].bounds has one point" in cli.refused("map", "import", own)
        own.write_text(json.dumps(table(line_of_sight=[], portals=[])), encoding="utf-8")
        assert "no walls and no doors" in cli.refused("map", "import", own)
        del given["resolution"]
        own.write_text(json.dumps(given), encoding="utf-8")
        assert "resolution is missing" in cli.refused("map", "import", own)
        own.write_text(json.dumps({"type": "FeatureCollection"}), encoding="utf-8")
        assert "only a Universal VTT" in cli.refused("map", "import", own, "--survey")

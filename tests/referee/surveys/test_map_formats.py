"""Maps as GeoJSON, there and back, as SVG and as Universal VTT: by the command line and over HTTP."""

from __future__ import annotations

import base64
import copy
import json
import struct
import zlib
from math import atan2
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import InputError
from referee.records.text import canonical
from referee.surveys.formats import from_geojson, map_in, to_geojson, universal_vtt
from rules.board import checks
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.apps import app_of
from tests.referee.cli import Cli
from tests.rows import each_row
from tests.rules.survey.test_from_map import SMALL

MALL = equipment.load_map()


def there_and_back(data: dict[str, Any]) -> dict[str, Any]:
    """Return a map after it went through the text of GeoJSON."""
    return from_geojson(json.loads(json.dumps(to_geojson(data, Board.from_json(data)))))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder: Path = tmp_path_factory.mktemp("formats")
    return app_of({"database_url": f"sqlite:///{folder / 't.sqlite3'}", "testing": True}).test_client()


def only(feature: object) -> dict[str, Any]:
    """Return a collection of one feature."""
    return {"features": [feature]}


def polygon(coordinates: object, properties: object = None) -> dict[str, Any]:
    """Return a collection of one polygon."""
    geometry = {"type": "Polygon", "coordinates": coordinates}
    return only({"geometry": geometry, "properties": properties})


class TestGeoJSON:
    def test_a_small_map_with_a_door_in_it_comes_back_the_same(self) -> None:
        assert canonical(there_and_back(SMALL)) == canonical(SMALL)

    def test_the_mall_comes_back_the_same(self) -> None:
        back = there_and_back(MALL)
        assert canonical(back) == canonical(MALL)
        assert list(back) == list(MALL)

    @given(
        words=st.dictionaries(st.text(max_size=8), st.one_of(st.none(), st.integers(), st.text(max_size=8))),
        shift=st.integers(-900_000, 900_000),
        dropped=st.sets(
            st.sampled_from(["rifles", "special", "depicts", "provenance", "main_doors", "sides"])
        ),
    )
    def test_any_map_comes_back_the_same(self, words: dict[str, Any], shift: int, dropped: set[str]) -> None:
        """With members that we do not know, without those that may be left out, anywhere on the plane."""
        data = copy.deepcopy(MALL)
        data["squares"], data["sides"] = data["squares"][:3], []
        for square in data["squares"]:
            square["outline"] = [[x + shift, y - shift] for x, y in square["outline"]]
            square.update({f"own {name}": value for name, value in words.items()})
        data["main_doors"][0]["segment"] = [[shift, 0], [shift, 9]]
        data |= {f"own {name}": value for name, value in words.items()}
        data = {name: value for name, value in data.items() if name not in dropped}
        assert canonical(there_and_back(data)) == canonical(data)

    def test_it_is_geojson_with_y_growing_upwards(self) -> None:
        made = to_geojson(MALL, Board.from_json(MALL))
        assert made["type"] == "FeatureCollection"
        kinds = [feature["geometry"]["type"] for feature in made["features"]]
        assert kinds.count("Polygon") == len(MALL["squares"])
        assert kinds.count("MultiLineString") == len(MALL["sides"])
        assert kinds.count("LineString") == 4
        first = made["features"][0]
        ring = first["geometry"]["coordinates"][0]
        assert ring[0] == ring[-1]
        assert [[x, -y] for x, y in ring[:-1]] == MALL["squares"][0]["outline"]
        assert first["properties"]["id"] == "001"
        side = next(f for f in made["features"] if f["properties"].get("between") == ["001", "019"])
        assert side["geometry"]["coordinates"] == [[[24, -12], [32, -12]]]

    def test_numbers_that_a_program_wrote_with_a_point_are_whole_all_the_same(self) -> None:
        made = to_geojson(MALL, Board.from_json(MALL))
        for feature in made["features"][:5]:
            feature["geometry"]["coordinates"] = [
                [[float(x), float(y), 0.0] for x, y in ring] for ring in feature["geometry"]["coordinates"]
            ]
        assert canonical(from_geojson(made)) == canonical(MALL)

    def test_shapes_that_a_program_wrote_as_many_of_one_part_are_that_part(self) -> None:
        made = to_geojson(MALL, Board.from_json(MALL))
        for feature in made["features"]:
            geometry = feature["geometry"]
            if not geometry["type"].startswith("Multi"):
                geometry |= {"type": f"Multi{geometry['type']}", "coordinates": [geometry["coordinates"]]}
        assert canonical(from_geojson(made)) == canonical(MALL)

    def test_polygons_of_another_program_become_squares(self) -> None:
        ring = [[0, 0], [4, 0], [4, -4], [0, -4], [0, 0]]
        feature = {"type": "Feature", "id": "007", "properties": {"area": "h"},
                   "geometry": {"type": "Polygon", "coordinates": [ring]}}  # fmt: skip
        data = from_geojson({"type": "FeatureCollection", "name": "Ours", "features": [feature]})
        assert data["squares"] == [{"id": "007", "area": "h", "outline": [[0, 0], [4, 0], [4, 4], [0, 4]]}]
        assert any("areas" in problem for problem in checks.problems(data))

    def test_a_name_of_another_program_that_is_too_long_is_told_how_long_it_may_be(self) -> None:
        data = from_geojson({"type": "FeatureCollection", "name": "x" * 121, "features": []})
        (told,) = (s for s in checks.problems(data) if s.startswith("name "))
        assert told.endswith("it must be a name of at most 120 letters.")
        data = from_geojson({"type": "FeatureCollection", "name": "x" * 120, "features": []})
        assert not any(s.startswith("name ") for s in checks.problems(data))

    @each_row("data, sentence", [
            ([], "not a GeoJSON FeatureCollection"),
            ({"type": "Feature"}, "not a GeoJSON FeatureCollection"),
            ({"features": None}, "features: null is not a list"),
            ({"features": [None] * 10_001}, "features: "),
            (only(3), "features[0]: 3 is not a feature"),
            (only({"geometry": {"type": "Point", "coordinates": [1, 2]}}), '"Point"'),
            (polygon([[], []]), "holes"),
            (polygon([[[1, 2.5]]]), "2.5 is not a whole"),
            (polygon([[[1, 1e400]]]), "Infinity is not a whole"),
            (polygon([[[1, "x"]]]), '"x" is not a whole'),
            (polygon([[7]]), "7 is not a point"),
            (polygon([7]), "must be a list of points"),
            (polygon(7), "one outline"),
            (polygon([], 3), "is not a feature"),
            (polygon(None, {"referee": []}), "a map has no"),
            (only({"geometry": {"type": "MultiPolygon", "coordinates": [[], []]}}), "has 2 parts"),
            (only({"geometry": {"type": "MultiPolygon", "coordinates": 7}}), "has 0 parts"),
        ])  # fmt: skip
    def test_bad_input_gets_a_sentence(self, data: Any, sentence: str) -> None:
        given_data = {"type": "FeatureCollection"} | data if isinstance(data, dict) else data
        with pytest.raises(InputError) as caught:
            from_geojson(given_data)
        assert sentence in caught.value.sentence


class TestUniversalVTT:
    def test_walls_doors_grid_and_picture(self) -> None:
        made = universal_vtt(Board.from_json(MALL))
        assert made["format"] == 0.3
        resolution = made["resolution"]
        assert resolution["map_size"] == {"x": 25.0, "y": 19.0}
        data = base64.b64decode(made["image"])
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        width, height = struct.unpack(">II", data[16:24])
        cell = resolution["pixels_per_grid"]
        assert (width, height) == (25 * cell, 19 * cell)
        start = data.index(b"IDAT") + 4
        (length,) = struct.unpack(">I", data[start - 8 : start - 4])
        rows = zlib.decompress(data[start : start + length])
        assert len(rows) == (width + 1) * height
        assert set(rows) <= {0, 1, 2, 3}

    def test_every_door_is_a_portal_where_it_stands(self) -> None:
        made = universal_vtt(Board.from_json(MALL))
        doors = [side for side in MALL["sides"] if side["kind"] in {"solid_door", "glass_door"}]
        assert len(made["portals"]) == len(doors) + 4
        north = next(p for p in made["portals"] if p["position"] == {"x": 52 / 8, "y": 0.0})
        assert north["bounds"] == [{"x": 6.0, "y": 0.0}, {"x": 7.0, "y": 0.0}]
        for portal in made["portals"]:
            (a, b) = portal["bounds"]
            assert portal["closed"] is True
            assert portal["rotation"] == pytest.approx(atan2(b["y"] - a["y"], b["x"] - a["x"]), abs=1e-5)
            assert portal["position"]["x"] == pytest.approx((a["x"] + b["x"]) / 2, abs=1e-5)

    def test_every_wall_stops_sight_and_no_door_has_one_before_it(self) -> None:
        made = universal_vtt(Board.from_json(MALL))
        lines = {tuple((p["x"] * 8, p["y"] * 8) for p in line) for line in made["line_of_sight"]}
        board = Board.from_json(MALL)
        inner = {s for side in board.sides.values() if side.kind == "wall" for s in side.segments}
        assert inner <= lines
        assert not {((48, 0), (56, 0)), ((56, 0), (48, 0))} & lines
        ends = [x for (x, y), (u, v) in lines if y == v == 0 for x in (x, u)]
        assert ends.count(48) == ends.count(56) == 1, "the outer wall stops at both sides of the north door"

    def test_a_small_board_has_its_door_and_its_main_door(self) -> None:
        made = universal_vtt(Board.from_json(SMALL))
        assert len(made["portals"]) == 2
        assert len(made["line_of_sight"]) == len(Board.from_json(SMALL).outer_wall) + 1

    def test_a_map_comes_back_the_same_and_its_picture_says_where_it_lies(self) -> None:
        made = json.loads(json.dumps(universal_vtt(Board.from_json(MALL))))
        assert canonical(map_in(made)) == canonical(MALL)
        assert made["referee-place"] == {"left": 0, "top": 0, "cell": 8}

    def test_one_of_another_program_has_no_squares(self) -> None:
        made = universal_vtt(Board.from_json(MALL))
        del made["referee-map"]
        with pytest.raises(InputError, match="no squares"):
            map_in(made)

    def test_a_board_like_a_thread_is_too_large_for_a_picture(self) -> None:
        square = {"area": "h", "symbols": []}
        data = {
            "format": "referee-map/1", "name": "Thread", "provenance": "mine",
            "areas": [{"id": "h", "name": "Hall", "kind": "hall"}],
            "squares": [
                {"id": "001", "outline": [[0, 0], [1, 0], [1, 1], [0, 1]], **square},
                {"id": "002", "outline": [[1, 0], [2, 0], [2, 1], [1, 1]], **square},
                {"id": "003", "outline": [[2, 0], [900000, 900000], [900000, 900001], [2, 1]], **square},
            ],
        }  # fmt: skip
        with pytest.raises(InputError, match="too many for a Universal VTT picture"):
            universal_vtt(Board.from_json(data))


class TestCommands:
    def test_geojson_goes_out_and_comes_in(self, cli: Cli, tmp_path: Path) -> None:
        out, back = tmp_path / "mall.geojson", tmp_path / "mall.json"
        assert cli("map", "export", "mall", "--as", "geojson", "-o", out).status == 0
        assert cli("map", "import", out, "-o", back).status == 0
        assert json.loads(back.read_text(encoding="utf-8")) == MALL
        assert cli("map", "check", back).status == 0

    def test_what_is_wrong_with_an_imported_map_is_told_beside_it(self, cli: Cli, tmp_path: Path) -> None:
        own = tmp_path / "plan.geojson"
        ring = [[0, 0], [4, 0], [4, -4], [0, -4], [0, 0]]
        plan = polygon([ring], {"id": "001", "area": "h"})
        own.write_text(json.dumps({"type": "FeatureCollection", "name": "Plan"} | plan), encoding="utf-8")
        made = cli("map", "import", own)
        assert made.status == 1
        assert made.json["squares"][0]["id"] == "001", "it is written all the same"
        told = made.err.splitlines()
        back = tmp_path / "plan.json"
        back.write_text(made.out, encoding="utf-8")
        assert told == cli("map", "check", back).out.splitlines()
        assert any("areas" in line for line in told)

    def test_a_universal_vtt_comes_back_too(self, cli: Cli, tmp_path: Path) -> None:
        out = tmp_path / "mall.dd2vtt"
        assert cli("map", "export", "mall", "--as", "dd2vtt", "-o", out).status == 0
        assert cli("map", "import", out).json == MALL

    def test_an_own_map_goes_out_as_svg_and_for_other_tables(self, cli: Cli, tmp_path: Path) -> None:
        own = tmp_path / "own.json"
        own.write_text(json.dumps(MALL | {"name": "Our mall"}), encoding="utf-8")
        assert ET.fromstring(cli("map", "export", "--map", own, "--as", "svg").out).tag.endswith("svg")
        for ending in ("dd2vtt", "uvtt"):
            made = cli("map", "export", "--map", own, "--as", ending).json
            assert made["resolution"]["pixels_per_grid"] > 20

    def test_bad_input_gets_one_sentence(self, cli: Cli, tmp_path: Path) -> None:
        wrong = tmp_path / "wrong.json"
        wrong.write_text('{"squares": []}')
        assert "--as" in cli.refused("map", "export", "--as", "png")
        assert "no map" in cli.refused("map", "export", "none")
        for ending in ("geojson", "svg", "dd2vtt"):
            assert cli.refused("map", "export", "--map", wrong, "--as", ending).startswith("The map: ")
        assert "not a GeoJSON" in cli.refused("map", "import", wrong)
        assert "cannot be written" in cli.refused("map", "export", "-o", tmp_path)


class TestHTTP:
    @pytest.mark.parametrize(
        ("ending", "kind"),
        [("geojson", "application/geo+json"), ("svg", "image/svg+xml"), ("dd2vtt", "application/json"),
         ("uvtt", "application/json"), ("json", "application/json")],
    )  # fmt: skip
    def test_a_map_goes_out(self, client: FlaskClient, ending: str, kind: str) -> None:
        answer = client.get(f"/api/maps/mall/map.{ending}")
        assert (answer.status_code, answer.mimetype) == (200, kind)
        file_name = f"The-mall-reconstruction.{ending}"
        assert answer.headers["Content-Disposition"] == f"attachment; filename={file_name}"

    def test_geojson_is_taken_and_is_the_map_that_it_came_from(self, client: FlaskClient) -> None:
        own = MALL | {"name": "Our mall"}
        first = client.post("/api/maps", json=own).get_json()["id"]
        made = client.get(f"/api/maps/{first}/map.geojson").get_json(force=True)
        taken = client.post("/api/maps", json=made)
        assert taken.status_code == 201
        assert taken.get_json()["id"] == first, "the same content keeps the same id"

    def test_bad_input_gets_a_sentence(self, client: FlaskClient) -> None:
        assert "There is no map as" in client.get("/api/maps/mall/map.png").get_json()["detail"]
        assert client.get("/api/maps/none/map.svg").status_code == 404
        bad = client.post("/api/maps", json={"type": "FeatureCollection", "features": 3})
        assert bad.status_code == 422
        assert "features: 3" in bad.get_json()["detail"]
        empty = client.post("/api/maps", json={"type": "FeatureCollection", "name": "x", "features": []})
        assert empty.status_code == 422

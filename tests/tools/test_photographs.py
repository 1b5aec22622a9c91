"""Synthetic photographs: the same seed gives the same picture, and the corners are where they say."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from rules.board.board import Board
from tests.tools.small_board import small_board
from tools.photographs.__main__ import LOOKS, main, taken
from tools.photographs.camera import Camera, photographed
from tools.photographs.printing import Style, board_box, middle_width, printed

WIDTH = 500


@pytest.mark.parametrize("look", sorted(LOOKS))
def test_each_kind_of_photograph_shows_the_whole_board(look: str, tmp_path: Path) -> None:
    path = taken(small_board(), look, tmp_path / "board.jpg", seed=3, width=WIDTH)
    corners = json.loads(path.with_suffix(".json").read_text())["corners"]
    picture = Image.open(path)
    assert picture.size == (WIDTH, WIDTH * 3 // 4)
    assert all(0 < x < WIDTH and 0 < y < WIDTH * 3 // 4 for x, y in corners)
    pixels = np.asarray(picture.convert("L"), dtype=float)
    for x, y in corners:
        around = pixels[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3]
        assert around.min() < 0.6 * pixels[round(corners[0][1]) : round(corners[2][1])].max(), (x, y)


def test_the_corners_go_round_from_north_west(tmp_path: Path) -> None:
    path = taken(small_board(), "good", tmp_path / "board.jpg", width=WIDTH)
    nw, ne, se, sw = json.loads(path.with_suffix(".json").read_text())["corners"]
    assert nw[0] < ne[0]
    assert sw[0] < se[0]
    assert nw[1] < sw[1]
    assert ne[1] < se[1]


def test_the_same_seed_gives_the_same_photograph() -> None:
    board = printed(small_board(), Style(), longest=400)
    camera = Camera(size=(300, 225))
    one, again, other = (photographed(board, 100, replace(camera, seed=seed)) for seed in (1, 1, 2))
    assert np.array_equal(one.pixels, again.pixels)
    assert not np.array_equal(one.pixels, other.pixels)
    assert one.corners == other.corners


def test_a_grey_photograph_has_no_colours() -> None:
    board = printed(small_board(), Style(), longest=400)
    pixels = photographed(board, 100, Camera(size=(300, 225), grey=True)).pixels
    assert (pixels[..., 0] == pixels[..., 2]).all()


def test_what_is_measured_of_a_board() -> None:
    board = Board.from_json(small_board())
    assert board_box(board) == (0, 0, 800, 600)
    assert middle_width(board) == 100


def test_the_command_writes_the_picture_and_its_corners(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "map.json").write_text(json.dumps(small_board()))
    main([str(tmp_path / "map.json"), str(tmp_path / "p.jpg"), "--width", "300"])
    assert capsys.readouterr().out.strip() == str(tmp_path / "p.jpg")
    assert len(json.loads((tmp_path / "p.json").read_text())["corners"]) == 4

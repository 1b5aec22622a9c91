"""Photograph a map: `python -m tools.photographs MAP.json PHOTO.jpg --look creased --seed 3`.

It writes PHOTO.jpg, and beside it PHOTO.json with the four corners of the board's bounding box in the
photograph, from north-west clockwise.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from rules.board.board import Board
from tools.photographs.camera import Camera, Fold, Photograph, photographed
from tools.photographs.printing import Style, middle_width, printed

QUALITY = 85
CREASES = (Fold(0.34, (0.05, 0.3)), Fold(0.67, (-0.06, -0.25)), Fold(0.5, (0.2, 0.12), level=True))
LOOKS: Mapping[str, tuple[Style, Camera]] = {
    "good": (Style(), Camera()),
    "creased": (Style(doors="leaves"), Camera(folds=CREASES, lens=0.03)),
    "grey": (
        Style(colour=False, doors="blue", symbol_at=(0, 0.12), number_at=(-0.2, -0.45)),
        Camera(grey=True, lens=-0.03, shadow=0.45, noise=8),
    ),
    "thin": (
        Style(thin=0.016, wall=0.05, symbol_at=(-0.15, 0.2), number_at=(0.0, -0.45), symbol=0.34),
        Camera(tilt=(0.2, -0.1), turn=-0.05, blur=1.1, glare=0.3),
    ),
    "thick": (
        Style(thin=0.045, wall=0.13, doors="blue"),
        Camera(tilt=(-0.1, 0.12), turn=0.12, folds=CREASES[2:], noise=7),
    ),
    "flat": (Style(), Camera(tilt=(0, 0), turn=0, lens=0, shadow=0, glare=0, noise=2, blur=0.6)),
}
"""Kinds of photographs by name."""


def taken(data: Mapping[str, Any], look: str, path: Path, seed: int = 0, width: int = 2300) -> Path:
    """Photograph a map, write the picture and its corners, and return the picture's path."""
    return photograph(data, look, path, seed, width)[0]


def photograph(
    data: Mapping[str, Any], look: str, path: Path, seed: int = 0, width: int = 2300
) -> tuple[Path, Photograph]:
    """Do what `taken` does, and return the photograph too: it tells where each spot of the map is seen."""
    style, camera = LOOKS[look]
    board = printed(data, style, longest=round(width * 1.15), seed=seed)
    size = (width, width * 3 // 4)
    camera = replace(camera, seed=seed, size=size)
    seen = photographed(board, middle_width(Board.from_json(data)), camera)
    Image.fromarray(seen.pixels).save(path, quality=QUALITY)
    corners = [[round(x, 2), round(y, 2)] for x, y in seen.corners]
    path.with_suffix(".json").write_text(json.dumps({"corners": corners}) + "\n", encoding="utf-8")
    return path, seen


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and take one photograph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("map", type=Path)
    parser.add_argument("photo", type=Path)
    parser.add_argument("--look", choices=sorted(LOOKS), default="good")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--width", type=int, default=2300)
    given = parser.parse_args(arguments)
    data = json.loads(given.map.read_text(encoding="utf-8"))
    print(taken(data, given.look, given.photo, given.seed, given.width))


if __name__ == "__main__":
    main()

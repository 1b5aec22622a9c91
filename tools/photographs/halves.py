"""Photograph a folded board in two halves, as a person does: each from another place, in other light."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from rules.board.board import Board
from tools.photographs.__main__ import QUALITY
from tools.photographs.camera import Camera, Photograph, photographed
from tools.photographs.printing import Style, middle_width, printed

FOCAL = 0.78
CAMERAS = (
    Camera(tilt=(0.3, 0.08), turn=0.03, lens=0.0, focal=FOCAL),
    Camera(tilt=(0.22, -0.12), turn=-0.05, lens=0.0, focal=FOCAL, shadow=0.1, light=(0.86, 0.85, 0.84)),
)


def photograph_halves(
    data: Mapping[str, Any], folder: Path, fold: float = 0.5, width: int = 2300
) -> list[tuple[Path, Photograph]]:
    """Photograph the part of a map left of a fold, and the part right of it: `half-1.jpg`, `half-2.jpg`.

    `fold` is a share of the board's width. Each picture shows something of the other half, too. Beside it
    lies its JSON file with the corners of its half.
    """
    square = middle_width(Board.from_json(data))
    board = printed(data, Style(), longest=round(width * 1.6))
    pictures = []
    for n, part in enumerate(((0.0, fold), (fold, 1.0))):
        camera = replace(CAMERAS[n], part=part, size=(width, width * 3 // 4), seed=n)
        seen = photographed(board, square, camera)
        path = folder / f"half-{n + 1}.jpg"
        Image.fromarray(seen.pixels).save(path, quality=QUALITY)
        corners = [[round(x, 2), round(y, 2)] for x, y in seen.corners]
        path.with_suffix(".json").write_text(json.dumps({"corners": corners}) + "\n", encoding="utf-8")
        pictures.append((path, seen))
    return pictures

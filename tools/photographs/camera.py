"""Photograph a printed board: an angle, a bowed lens, folded paper, shadow, glare, noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.photographs.printing import Printed

Floats = NDArray[np.floating[Any]]
ROWS_AT_ONCE = 64
TABLE = (96, 74, 58)
STEPS = 12
"""Newton's steps from a spot of the board to its pixel."""


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold across the whole board: `place` is a share of its width (or of its height, if level).

    `shift` is how far the paper is moved there, in squares, along and across the board; it falls to
    nothing at both edges. `mark` is how dark the crease is.
    """

    place: float
    shift: tuple[float, float]
    level: bool = False
    mark: float = 0.12


@dataclass(frozen=True, slots=True)
class Camera:
    """How a photograph is taken. `tilt` is how much shorter the far edge is, on both axes.

    With a lens (`focal`, as a share of the longer side of the picture), `tilt` is two angles instead, and the
    board looks as it does through that lens. `part` is the share of the board's width that is looked at.
    """

    size: tuple[int, int] = (2300, 1725)
    tilt: tuple[float, float] = (0.12, 0.05)
    turn: float = 0.02
    lens: float = 0.02
    folds: tuple[Fold, ...] = ()
    shadow: float = 0.3
    glare: float = 0.15
    blur: float = 0.8
    noise: float = 5.0
    light: tuple[float, float, float] = (1.0, 0.96, 0.88)
    grey: bool = False
    seed: int = 0
    focal: float | None = None
    part: tuple[float, float] = (0.0, 1.0)


@dataclass(slots=True)
class Photograph:
    """Pixels, where four corners lie in them, from north-west clockwise, and any spot.

    The corners are those of the board, or of the part that is looked at. `pixel` returns the pixel that
    shows a spot of the map.
    """

    pixels: NDArray[np.uint8]
    corners: list[tuple[float, float]] = field(default_factory=list)
    pixel: Callable[[tuple[float, float]], tuple[float, float]] = field(default=lambda spot: spot)


def photographed(board: Printed, square: float, camera: Camera) -> Photograph:
    """Return a photograph of a printed board; `square` is the middle width of its squares in map units."""
    return _Shot(board, square * board.scale, camera).taken()


class _Shot:
    def __init__(self, board: Printed, square: float, camera: Camera) -> None:
        self.board, self.square, self.camera = board, square, camera
        self.rng = np.random.default_rng(camera.seed)
        self.sheet = np.asarray(board.picture, dtype=np.float32)
        wide = (board.box[2] - board.box[0]) * board.scale
        high = (board.box[3] - board.box[1]) * board.scale
        self.whole = np.array([wide, high])
        self.back = np.linalg.inv(self._view(wide, high))

    def taken(self) -> Photograph:
        """Return the photograph."""
        wide, high = self.camera.size
        pixels = np.empty((high, wide, 3), dtype=np.float32)
        for top in range(0, high, ROWS_AT_ONCE):
            ys, xs = np.mgrid[top : min(top + ROWS_AT_ONCE, high), 0:wide].astype(np.float64)
            pixels[top : top + ROWS_AT_ONCE] = self._seen(xs, ys)
        corners = [self._pixel(self.whole * share) for share in self._ends()]
        return Photograph(self._developed(pixels), corners, self._pixel_of_map)

    def _ends(self) -> list[tuple[float, float]]:
        """Return the corners of the part that is looked at, as shares of the board."""
        west, east = self.camera.part
        return [(west, 0), (east, 0), (east, 1), (west, 1)]

    def _view(self, wide: float, high: float) -> Floats:
        """Return the matrix from pixels of the board to pixels of the photograph, without lens and folds."""
        across, down = self.camera.size
        far, side = self.camera.tilt
        west, east = self.camera.part
        middle = np.array([[1, 0, -wide * (west + east) / 2], [0, 1, -high / 2], [0, 0, 1]])
        wide *= east - west
        turn = self.camera.turn
        view = np.array([
            [np.cos(turn), -np.sin(turn), 0],
            [np.sin(turn), np.cos(turn), 0],
            [2 * side / wide * 0.5, -2 * far / high * 0.5, 1],
        ])  # fmt: skip
        near = (1 - abs(far)) * (1 - abs(side)) / (1 + 0.5 * abs(turn))
        fit = 0.92 * min(across / wide, down / high) * near
        if self.camera.focal:
            through: Floats = self._through_lens(self.camera.focal * max(across, down), fit) @ middle
            return through
        place = np.array([[fit, 0, across / 2], [0, fit, down / 2], [0, 0, 1]])
        whole: Floats = place @ view @ middle
        return whole

    def _through_lens(self, focal: float, fit: float) -> Floats:
        """Return the matrix from the middle of the board to pixels, of a camera that is tilted."""
        (back, side), turn = self.camera.tilt, self.camera.turn
        lean = np.array([[1, 0, 0], [0, np.cos(back), -np.sin(back)], [0, np.sin(back), np.cos(back)]])
        sway = np.array([[np.cos(side), 0, np.sin(side)], [0, 1, 0], [-np.sin(side), 0, np.cos(side)]])
        spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
        far = np.column_stack([(sway @ lean @ spin)[:, :2], [0, 0, focal / fit]])
        across, down = self.camera.size
        seen: Floats = np.array([[focal, 0, across / 2], [0, focal, down / 2], [0, 0, 1]]) @ far
        return seen

    def _spot(self, xs: Floats, ys: Floats) -> tuple[Floats, Floats]:
        """Return which spots of the board pixels show."""
        across, down = self.camera.size
        half = max(across, down) / 2
        x, y = (xs - across / 2) / half, (ys - down / 2) / half
        bow = 1 + self.camera.lens * (x * x + y * y)
        x, y = x * bow * half + across / 2, y * bow * half + down / 2
        m = self.back
        deep = m[2, 0] * x + m[2, 1] * y + m[2, 2]
        u = (m[0, 0] * x + m[0, 1] * y + m[0, 2]) / deep
        v = (m[1, 0] * x + m[1, 1] * y + m[1, 2]) / deep
        return self._unfolded(u, v)

    def _unfolded(self, u: Floats, v: Floats) -> tuple[Floats, Floats]:
        """Return spots with the folds of the paper taken into account."""
        moved_u, moved_v = u, v
        for fold in self.camera.folds:
            share = (v / self.whole[1]) if fold.level else (u / self.whole[0])
            up = np.minimum(share / fold.place, (1 - share) / (1 - fold.place))
            other = (u / self.whole[0]) if fold.level else (v / self.whole[1])
            much = np.clip(up, 0, 1) * self.square * (0.8 + 0.4 * other)
            moved_u = moved_u + fold.shift[0] * much
            moved_v = moved_v + fold.shift[1] * much
        return moved_u, moved_v

    def _pixel(self, spot: Floats) -> tuple[float, float]:
        """Return the pixel that shows a spot of the board."""
        at = np.array(self.camera.size, dtype=float) / 2
        for _ in range(STEPS):
            here, right, below = (
                np.array(self._spot(*(at + step))).reshape(2) for step in ([0, 0], [1, 0], [0, 1])
            )
            slope = np.column_stack([right - here, below - here])
            at = at + np.linalg.solve(slope, spot - here)
        return float(at[0]), float(at[1])

    def _pixel_of_map(self, spot: tuple[float, float]) -> tuple[float, float]:
        left, top = self.board.box[:2]
        return self._pixel(np.array([spot[0] - left, spot[1] - top]) * self.board.scale)

    def _seen(self, xs: Floats, ys: Floats) -> Floats:
        """Return the colours of pixels, without noise."""
        u, v = self._spot(xs, ys)
        margin = self.board.margin
        high, wide, _ = self.sheet.shape
        across, down = u + margin - 0.5, v + margin - 0.5
        off = (across < 0) | (down < 0) | (across > wide - 2) | (down > high - 2)
        left = np.clip(across, 0, wide - 2.001).astype(int)
        top = np.clip(down, 0, high - 2.001).astype(int)
        fx, fy = (across - left)[..., None], (down - top)[..., None]
        seen = (
            self.sheet[top, left] * (1 - fx) * (1 - fy) + self.sheet[top, left + 1] * fx * (1 - fy)
            + self.sheet[top + 1, left] * (1 - fx) * fy + self.sheet[top + 1, left + 1] * fx * fy
        )  # fmt: skip
        seen *= self._creases(u, v)[..., None]
        seen[off] = TABLE
        return self._lit(seen, xs, ys)

    def _creases(self, u: Floats, v: Floats) -> Floats:
        """Return how bright the paper is beside and on its folds."""
        light: Floats = np.ones_like(u)
        for number, fold in enumerate(self.camera.folds):
            place = fold.place * self.whole[1 if fold.level else 0]
            away = (v if fold.level else u) - place
            side = 0.06 if number % 2 else -0.06
            light = light * (1 + side * np.tanh(away / (0.6 * self.square)))
            light = light * (1 - fold.mark * np.exp(-((away / (0.03 * self.square)) ** 2)))
        return light

    def _lit(self, seen: Floats, xs: Floats, ys: Floats) -> Floats:
        """Return colours in the light of the room: a lamp's colour, the shadow of a hand, a shine."""
        wide, high = self.camera.size
        x, y = xs / wide, ys / high
        shadow = 1 - self.camera.shadow / (1 + np.exp(-(x + 0.7 * y - 1.05) / 0.03))
        fall = 1.02 - 0.22 * ((x - 0.45) ** 2 + (y - 0.5) ** 2)
        shine = self.camera.glare * 255 * np.exp(-(((x - 0.3) / 0.13) ** 2 + ((y - 0.35) / 0.1) ** 2))
        lit: Floats = seen * np.array(self.camera.light) * (shadow * fall)[..., None] * 0.92
        return lit + shine[..., None]

    def _developed(self, pixels: Floats) -> NDArray[np.uint8]:
        """Return pixels after blur and noise, as whole numbers."""
        if self.camera.blur:
            for axis in (0, 1):
                pixels = _blurred(pixels, self.camera.blur, axis)
        if self.camera.grey:
            pixels = np.repeat(pixels @ np.array([[0.3], [0.59], [0.11]]), 3, axis=2)
        rough = self.rng.normal(0, self.camera.noise, pixels.shape[:2])[..., None]
        tinted = self.rng.normal(0, self.camera.noise / 2, pixels.shape)
        noisy = pixels + rough + (0 if self.camera.grey else tinted)
        developed: NDArray[np.uint8] = np.clip(noisy, 0, 255).astype(np.uint8)
        return developed


def _blurred(pixels: Floats, sigma: float, axis: int) -> Floats:
    reach = int(np.ceil(3 * sigma))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    weights /= weights.sum()
    edge = [(reach, reach) if axis == a else (0, 0) for a in range(3)]
    padded = np.pad(pixels, edge, mode="edge")
    long = pixels.shape[axis]
    blurred: Floats = np.zeros_like(pixels)
    for place, weight in enumerate(weights):
        part = padded[place : place + long] if axis == 0 else padded[:, place : place + long]
        blurred += np.float32(weight) * part
    return blurred

"""The whole mall is drawn with the proposals off: every line, door and symbol by the hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import expect

from rules.board.board import Side
from rules.board.outlines import Segment
from rules.dawn_of_the_dead.equipment.equipment import load_map
from tests import soak
from tests.browser.at_mall import Mall, assert_alike, length_of, longest, middle_of
from tests.browser.at_photograph import PhotographHand
from tests.browser.conftest import TABLET, OpenPage
from tests.rules.survey.surveying import strokes
from tools.photographs.__main__ import photograph
from tools.photographs.on_screen import LOOKING_MS, Spot

GESTURES = 240
ROOM = 4
"""A finger goes from square to square over a side that is half a square long."""
STEPS = 1
"""The page hears of a finger twice in each square."""
FAR = 8
"""A stroke for doors goes on to the next one if it is no more squares away."""


@soak.BOARDS
def test_the_whole_mall_is_drawn_with_the_proposals_off(open_page: OpenPage, tmp_path: Path) -> None:
    data = load_map("mall")
    path, photo = photograph(data, "good", tmp_path / "board.jpg")
    page = open_page(TABLET, path="/surveys")
    page.get_by_role("button", name="Draw a board").click()
    mall = _ByHand(PhotographHand(page, photo), data, "good")
    mall.lay(str(path))
    mall.outline()
    mall.cuts()
    mall.areas()
    mall.sides()
    mall.symbols()
    mall.finish()
    assert_alike(data, mall.hand.map())
    assert mall.hand.gestures <= GESTURES


class _ByHand(Mall):
    """The mall over a photograph that proposes nothing."""

    kind = "next"
    """What a tap makes of a side."""

    def lay(self, path: str) -> None:
        super().lay(path)
        self.hand.tool("picture")
        self.hand.press("label:has(#proposes)")
        self.hand.tool("outline")

    def outline(self) -> None:
        """Lead one stroke around the edge of the board."""
        self.hand.stroke_through(self.around())
        self.hand.squares(1)

    def cuts(self) -> None:
        """Draw along each row, then along each line that stands."""
        self.rows()
        for a, b in strokes(self.board):
            if a[1] != b[1]:
                self._cut(a, b)
        self.hand.squares(len(self.board.squares))
        self.hand.press("#even")
        said = self.page.locator("#said")
        expect(said).to_have_text("The lines lie on the grid now.", timeout=LOOKING_MS)
        assert self.page.evaluate("desk.picture.shown !== null"), "the picture is unbent after it"

    def _cut(self, a: Spot, b: Spot) -> None:
        """Draw a stroke, and wait for the cut."""
        done = self.page.evaluate("desk.sync.log.done")
        self.hand.draw(a, b)
        self.page.wait_for_function("(done) => desk.sync.log.done > done", arg=done)

    def areas(self) -> None:
        """Draw a stroke through the squares of each area. Names count apart."""
        self.hand.tool("areas")
        for area in self.data["areas"]:
            self.add_area(area)
            ids = {s["id"] for s in self.data["squares"] if s["area"] == area["id"]}
            for part in self._parts(ids):
                self._through(part)
        self.specials()

    def sides(self) -> None:
        """Walls around the stores by one key, then strokes along walls and through doors."""
        self.hand.tool("sides")
        self.hand.press("#walls-around")
        self.choose("wall")
        for a, b in self._walls_inside():
            self.hand.draw(a, b)
        for kind in ("solid_door", "glass_door"):
            self.choose(kind)
            self._doors(kind)
        self.mend()
        self.main_doors()

    def mend(self) -> None:
        """Bring the sides that a stroke cannot tell apart closer, and tap them."""
        for side in sorted(self.wrong_sides(), key=lambda side: side.kind):
            if self.kind != side.kind:
                self.choose(side.kind)
            self.hand.tap_side_closer(*longest(side.segments))

    def choose(self, kind: str) -> None:
        """Choose what a tap or a stroke makes of a side."""
        self.hand.option(kind)
        self.kind = kind

    def _walls_inside(self) -> list[Segment]:
        """Return the longer lines of walls that have the same area on both sides, each for one stroke."""
        area = {s["id"]: s["area"] for s in self.data["squares"]}
        walls = [s for (a, b), s in self.board.sides.items() if s.kind == "wall" and area[a] == area[b]]
        lines = sorted((min(g), max(g)) for side in walls for g in side.segments)
        runs: list[Segment] = []
        for a, b in lines:
            before = next((r for r in runs if r[1] == a and (r[0][0] == b[0] or r[0][1] == b[1])), None)
            if before:
                runs[runs.index(before)] = (before[0], b)
            else:
                runs.append((a, b))
        return [(a, b) for a, b in runs if abs(b[0] - a[0]) + abs(b[1] - a[1]) > ROOM]

    def _doors(self, kind: str) -> None:
        """Lead strokes through all doors of a kind, from one to the next that is near."""
        left = {pair for pair, side in self.board.sides.items() if side.kind == kind}
        while left:
            pair = min(left)
            walk = list(pair)
            left.discard(pair)
            while True:
                way = self._way_to_door(walk[-1], left, kind)
                if not way:
                    break
                walk += way[1:]
                left -= {_pair(a, b) for a, b in pairwise(walk)}
            self.hand.stroke_through(self._spots(walk), STEPS)

    def _way_to_door(self, start: str, doors: set[tuple[str, str]], kind: str) -> list[str]:
        """Return the squares on the way to the next door and through it, or none if it is far."""

        def goes(side: Side) -> bool:
            return side.kind in ("open", kind)

        ends = {name: pair for pair in doors for name in pair}
        way = self._shortest(start, lambda name: name in ends, goes)
        if not way or len(way) > FAR:
            return []
        a, b = ends[way[-1]]
        return [*way, b if way[-1] == a else a]

    def _shortest(self, start: str, wanted: Callable[[str], bool], goes: Callable[[Side], bool]) -> list[str]:
        known, waiting = {start: [start]}, deque([start])
        while waiting:
            here = waiting.popleft()
            if wanted(here):
                return known[here]
            for (a, b), side in self.board.sides.items():
                other = b if a == here else a if b == here else None
                if other is None or other in known or not goes(side) or length_of(side) < ROOM:
                    continue
                known[other] = [*known[here], other]
                waiting.append(other)
        return []

    def _spots(self, walk: list[str]) -> list[Spot]:
        """Return where a finger goes from square to square: over the middles of their sides."""
        spots = [self.centre(walk[0])]
        for a, b in pairwise(walk):
            spots += [middle_of(self.board.sides[_pair(a, b)].segments), self.centre(b)]
        return spots

    def _parts(self, ids: Iterable[str]) -> list[list[str]]:
        """Return a walk through each part of some squares that hangs together, without leaving them."""
        left = set(ids)
        inside = frozenset(left)
        walks = []
        while left:
            walk = [min(left)]
            left.discard(walk[0])
            while True:
                way = self._shortest(walk[-1], left.__contains__, lambda side: set(side.between) <= inside)
                if not way:
                    break
                walk += way[1:]
                left -= set(way)
            walks.append(walk)
        return walks

    def _through(self, walk: list[str]) -> None:
        x, y = self.centre(walk[0])
        alone = [(x, y), (x + self.unit / 3, y)]
        self.hand.stroke_through(self._spots(walk) if len(walk) > 1 else alone, STEPS)

    def symbols(self) -> None:
        """Put each symbol by strokes through neighbours that bear it, and by taps."""
        for _, bearing in self.bearing():
            for walk in self._parts(bearing):
                if len(walk) > 1:
                    self._through(walk)
                else:
                    self.hand.tap(*self.centre(walk[0]))
        self.stock()


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)

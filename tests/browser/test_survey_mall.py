"""The whole mall is surveyed over a photograph, by a hand some pixels off, and each gesture counts."""

from __future__ import annotations

from collections import deque
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.board import Board
from rules.dawn_of_the_dead.library import load_map
from rules.dawn_of_the_dead.tables import shot_modifier
from rules.sight import SightTable
from tests.browser.at_photograph import PhotographHand
from tests.browser.conftest import TABLET, OpenPage
from tests.rules.survey.surveying import outer_loops
from tools.photographs.__main__ import LOOKS, photograph
from tools.photographs.on_screen import LOOKING_MS
from tools.photographs.printing import middle_width
from tools.survey_eval import truth

GESTURES = {"good": 125, "creased": 160}
EXAMPLES = 3
KINDS = ("open", "wall", "solid_door", "glass_door")


@pytest.mark.slow
@pytest.mark.parametrize("look", sorted(GESTURES))
def test_the_whole_mall_is_surveyed_over_a_photograph(open_page: OpenPage, tmp_path: Path, look: str) -> None:
    data = load_map("mall")
    path, photo = photograph(data, look, tmp_path / "board.jpg")
    page = open_page(TABLET, path="/surveys")
    page.get_by_role("button", name="Draw a board").click()
    mall = _Mall(PhotographHand(page, photo), data, look)
    mall.lay(str(path))
    mall.outline()
    mall.rows()
    mall.cross_cuts()
    mall.sides()
    mall.symbols()
    mall.areas()
    mall.finish()
    made = mall.hand.map()
    ours, theirs = (SightTable(Board.from_json(m), shot_modifier) for m in (data, made))
    kinds = [{p: s.kind for p, s in table.board.sides.items()} for table in (ours, theirs)]
    assert kinds[0] == kinds[1]
    assert ours.board.main_doors_on == theirs.board.main_doors_on
    pairs = list(combinations(ours.board.squares, 2))
    other = [p for p in pairs if ours.sees(*p, {}) != theirs.sees(*p, {})]
    assert other == []
    assert all(ours.door_on(a, b) == theirs.door_on(a, b) for a, b in pairs)
    assert {s["id"]: s.get("symbols", []) for s in made["squares"]} == {
        s["id"]: s.get("symbols", []) for s in data["squares"]
    }
    assert mall.hand.gestures <= GESTURES[look]


class _Mall:
    def __init__(self, hand: PhotographHand, data: dict[str, Any], look: str) -> None:
        self.hand, self.page, self.data = hand, hand.page, data
        self.board = Board.from_json(data)
        self.style = LOOKS[look][0]
        self.unit = middle_width(self.board)

    def lay(self, path: str) -> None:
        self.hand.tool("picture")
        self.hand.choose(path)
        self.hand.corners()
        self.hand.press("#key-lay-it-straight")
        expect(self.page.locator("#options")).not_to_contain_text("Lay it straight")

    def outline(self) -> None:
        (loop,) = outer_loops(self.board)
        turns = [p for i, p in enumerate(loop) if not _straight(loop[i - 1], p, loop[(i + 1) % len(loop)])]
        for corner in (*turns, turns[0]):
            self.hand.tap(*corner)
        self.hand.squares(1)

    def rows(self) -> None:
        """Draw along each row inside the board; the outline is there already."""
        self.hand.tool("cut")
        inner = [g for side in self.board.sides.values() for g in side.segments]
        levels = sorted({a[1] for a, b in inner if a[1] == b[1]})
        for n, level in enumerate(levels, 2):
            xs = [x for a, b in inner for x in (a[0], b[0]) if a[1] == b[1] == level]
            self.hand.draw((min(xs), level), (max(xs), level))
            self.hand.squares(n)

    def cross_cuts(self) -> None:
        self.hand.press("#look")
        take = self.page.locator("#take-cuts")
        expect(take).to_be_visible(timeout=LOOKING_MS)
        wall = {p for run in self.board.outer_wall for p in run}
        assert take.text_content() == f"Take all {len(truth.cross_cuts(self.board)) - self._outer()}", wall
        self.hand.press("#take-cuts")
        self.hand.squares(len(self.board.squares))

    def _outer(self) -> int:
        """Return how many of the cross cuts are the outer wall."""
        ends = {frozenset(run) for run in self.board.outer_wall}
        return sum(frozenset(cut) in ends for cut in truth.cross_cuts(self.board))

    def sides(self) -> None:
        self.hand.tool("sides")
        for kind in KINDS[2:]:
            self.hand.option(kind)
            doors = [s for s in self.board.sides.values() if s.kind == kind]
            for side in doors[:: len(doors) // EXAMPLES][:EXAMPLES]:
                self.hand.tap(*_middle(side.segments))
        self.hand.option("next")
        self.hand.press("#look-sides")
        expect(self.page.locator("#take-sides")).to_be_visible(timeout=LOOKING_MS)
        self.hand.press("#take-sides")
        self._mend()
        for door in self.data["main_doors"]:
            self.hand.tap(*_middle([door["segment"]]))

    def _mend(self) -> None:
        """Tap each side that is not right yet until it is."""
        for _ in range(4):
            now = {tuple(s["between"]): s["kind"] for s in self.hand.map()["sides"]}
            wrong = [s for p, s in self.board.sides.items() if s.kind != now.get(p, "open")]
            for side in wrong:
                self.hand.tap_side(
                    *max(side.segments, key=lambda g: hypot(g[1][0] - g[0][0], g[1][1] - g[0][1]))
                )

    def symbols(self) -> None:
        self.hand.tool("symbols")
        for kind in ("zombie", "character"):
            if kind != "zombie":
                self.hand.option(kind)
            bearing = [s["id"] for s in self.data["squares"] if kind in s.get("symbols", ())]
            across, down = self.style.symbol_at
            x, y = self.board.squares[bearing[len(bearing) // 2]].centre
            self.hand.tap(x + across * self.unit, y + down * self.unit)
            take = self.page.locator("#take-symbols")
            expect(take).to_be_visible(timeout=LOOKING_MS)
            self.hand.looked()
            self.hand.press("#take-symbols")
            squares = {s["id"]: s for s in self.hand.map()["squares"]}
            marked = {name for name, s in squares.items() if kind in s.get("symbols", ())}
            for name in sorted(marked ^ set(bearing)):
                self.hand.tap(*self._centre(name))
        self.hand.option("stock")
        self.hand.tap(*self._centre(self.data["rifles"]["square"]))

    def areas(self) -> None:
        """Fill the stores by a tap each, the halls after the first by a stroke each. Names count apart."""
        self.hand.tool("areas")
        squares = self.data["squares"]
        first = next(a["id"] for a in self.data["areas"] if a["kind"] == "hall")
        for area in self.data["areas"]:
            self.page.get_by_label("New area").fill(area["name"])
            self.page.get_by_label("It is a").select_option(area["kind"])
            self.page.get_by_role("button", name="Add the area").click()
            ids = [s["id"] for s in squares if s["area"] == area["id"]]
            if area["kind"] == "store" or area["id"] == first:
                self.hand.tap(*self._centre(ids[0]))
            else:
                self.hand.stroke_through(self._walk(ids))
        edwins = next(a["name"] for a in self.data["areas"] if a["id"] == self.data["special"]["edwins"])
        self.page.locator("[id^=special-]").select_option(label=f"{edwins} (store)")
        self.hand.gestures += 1

    def _walk(self, ids: list[str]) -> list[tuple[float, float]]:
        """Return the middles of squares on a way through all of them, from neighbour to neighbour."""
        left, walk = set(ids), [min(ids)]
        left.discard(walk[0])
        while left:
            walk += self._way(walk[-1], left, set(ids))
            left -= set(walk)
        return [self._centre(name) for name in walk]

    def _centre(self, name: str) -> tuple[float, float]:
        x, y = self.board.squares[name].centre
        return float(x), float(y)

    def _way(self, start: str, goals: set[str], inside: set[str]) -> list[str]:
        known, waiting = {start: [start]}, deque([start])
        while waiting:
            here = waiting.popleft()
            if here in goals:
                return known[here][1:]
            for pair in self.board.sides:
                other = pair[1] if pair[0] == here else pair[0] if pair[1] == here else None
                if other in inside and other not in known:
                    known[other] = [*known[here], other]
                    waiting.append(other)
        return [min(goals)]

    def finish(self) -> None:
        self.page.get_by_label("Name of the board").fill("My mall")
        self.page.get_by_label("Name of the board").press("Enter")
        self.page.locator("label:has(#depicts)").click()
        self.hand.is_saved()
        expect(self.page.locator("#wrong-count")).to_contain_text("nothing")
        self.hand.press("#make-map")
        expect(self.page.locator("#made")).to_contain_text("is a map now")
        self.hand.gestures += 1


def _straight(a: Any, b: Any, c: Any) -> bool:
    return bool((b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0]))


def _length(segment: Any) -> float:
    (ax, ay), (bx, by) = segment
    return hypot(bx - ax, by - ay)


def _middle(segments: Any) -> tuple[float, float]:
    a, b = max(segments, key=_length)
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

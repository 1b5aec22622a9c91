"""What a person does to survey a mall: a hand some pixels off, each of whose gestures counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from rules.board.board import Board, Side
from rules.dawn_of_the_dead.equipment.equipment import shot_modifier
from rules.sight.sight import SightTable
from tests.browser.at_photograph import PhotographHand
from tests.rules.survey.surveying import outer_loops
from tools.photographs.__main__ import LOOKS
from tools.photographs.on_screen import LOOKING_MS, Spot
from tools.photographs.printing import middle_width
from tools.survey_eval import truth

EXAMPLES = 3
KINDS = ("open", "wall", "solid_door", "glass_door")


def assert_alike(data: dict[str, Any], made: dict[str, Any]) -> None:
    """Hold that a map that was drawn gives the answers of the original, for each pair of squares."""
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


class Mall:
    """A mall over a photograph of it."""

    def __init__(self, hand: PhotographHand, data: dict[str, Any], look: str) -> None:
        self.hand, self.page, self.data = hand, hand.page, data
        self.board = Board.from_json(data)
        self.style = LOOKS[look][0]
        self.unit = middle_width(self.board)

    def lay(self, path: str) -> None:
        """Choose the picture, set its corners and lay it straight."""
        self.hand.tool("picture")
        self.hand.choose(path)
        self.hand.corners()
        self.hand.press("#key-lay-it-straight")
        expect(self.page.locator("#options")).not_to_contain_text("Lay it straight")

    def outline(self) -> None:
        """Tap the corners of the board."""
        for corner in self.around():
            self.hand.tap(*corner)
        self.hand.squares(1)

    def around(self) -> list[Spot]:
        """Return the corners of the board, the first one again at the end."""
        (loop,) = outer_loops(self.board)
        turns = [p for i, p in enumerate(loop) if not _straight(loop[i - 1], p, loop[(i + 1) % len(loop)])]
        return [(float(x), float(y)) for x, y in (*turns, turns[0])]

    def rows(self) -> None:
        """Draw along each row inside the board; the outline is there already."""
        self.hand.tool("cut")
        for n, (a, b) in enumerate(truth.rows_inside(self.board), 2):
            self.hand.draw(a, b)
            self.hand.squares(n)

    def cross_cuts(self) -> None:
        """Take the cuts that are proposed."""
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
        """Tap some doors, take what is proposed, mend what is wrong."""
        self.hand.tool("sides")
        for kind in KINDS[2:]:
            self.hand.option(kind)
            doors = [s for s in self.board.sides.values() if s.kind == kind]
            for side in doors[:: len(doors) // EXAMPLES][:EXAMPLES]:
                self.hand.tap(*middle_of(side.segments))
        self.hand.option("next")
        self.hand.press("#look-sides")
        expect(self.page.locator("#take-sides")).to_be_visible(timeout=LOOKING_MS)
        self.hand.press("#take-sides")
        self.mend()
        self.main_doors()

    def main_doors(self) -> None:
        """Tap each edge of the outer wall that has a main door."""
        for door in self.data["main_doors"]:
            self.hand.tap(*middle_of([door["segment"]]))

    def mend(self) -> None:
        """Tap each side that is not right yet until it is."""
        for _ in range(4):
            for side in self.wrong_sides():
                self.hand.tap_side(*longest(side.segments))

    def wrong_sides(self) -> list[Side]:
        """Return the sides of the original that are not drawn so."""
        now = {tuple(s["between"]): s["kind"] for s in self.hand.map()["sides"]}
        return [s for p, s in self.board.sides.items() if s.kind != now.get(p, "open")]

    def symbols(self) -> None:
        """Tap one symbol of each kind and take those like it."""
        for kind, bearing in self.bearing():
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
                self.hand.tap(*self.centre(name))
        self.stock()

    def bearing(self) -> Iterator[tuple[str, list[str]]]:
        """Choose one kind of symbol after the other; yield it with the squares that bear it."""
        self.hand.tool("symbols")
        for kind in ("zombie", "character"):
            if kind != "zombie":
                self.hand.option(kind)
            yield kind, [s["id"] for s in self.data["squares"] if kind in s.get("symbols", ())]

    def stock(self) -> None:
        """Tap the square with the rifles."""
        self.hand.option("stock")
        self.hand.tap(*self.centre(self.data["rifles"]["square"]))

    def areas(self) -> None:
        """Fill the stores by a tap each, the halls after the first by a stroke each. Names count apart."""
        self.hand.tool("areas")
        squares = self.data["squares"]
        first = next(a["id"] for a in self.data["areas"] if a["kind"] == "hall")
        for area in self.data["areas"]:
            self.add_area(area)
            ids = [s["id"] for s in squares if s["area"] == area["id"]]
            if area["kind"] == "store" or area["id"] == first:
                self.hand.tap(*self.centre(ids[0]))
            else:
                self.hand.stroke_through(self._walk(ids))
        self.specials()

    def add_area(self, area: Mapping[str, Any]) -> None:
        """Name an area; it is the chosen one then. Names count apart."""
        self.page.get_by_label("New area").fill(area["name"])
        self.page.get_by_label("It is a").select_option(area["kind"])
        self.page.get_by_role("button", name="Add the area").click()

    def specials(self) -> None:
        """Choose the area that the game has a word for."""
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
        return [self.centre(name) for name in walk]

    def centre(self, name: str) -> tuple[float, float]:
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

    def surveyed(self, path: Path) -> None:
        """Do all of it, from the picture to the map."""
        self.lay(str(path))
        self.outline()
        self.rows()
        self.cross_cuts()
        self.sides()
        self.symbols()
        self.areas()
        self.finish()

    def finish(self) -> None:
        """Name the board and make it a map."""
        self.page.get_by_label("Name of the board").fill("My mall")
        self.page.get_by_label("Name of the board").press("Enter")
        if "depicts" in self.data:
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


def length_of(side: Side) -> float:
    """Return how long the longest segment of a side is."""
    return _length(longest(side.segments))


def longest(segments: Any) -> Any:
    """Return the longest of some segments."""
    return max(segments, key=_length)


def middle_of(segments: Any) -> tuple[float, float]:
    """Return the middle of the longest of some segments."""
    a, b = longest(segments)
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

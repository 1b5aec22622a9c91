"""Points, rolls and arrows are the same in two games that differ in their secrets only (2.3, 3.1)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages import seat_context
from referee.games.dawn_of_the_dead.pages.action_panel import phase_keys
from rules.dawn_of_the_dead.humans.reach import Way
from rules.dawn_of_the_dead.position import Position
from tests import soak
from tests.referee.any_pair import Action
from tests.referee.paired import Pair, pair

START: Action = {
    "do": "place_characters",
    "squares": {"peter": "009", "roger": "009", "steve": "010", "fran": "010"},
}
HTMX = {"HX-Request": "true"}
SEATS = ("table", "human")
BOTH = frozenset({"hidden", "draw"})
OPEN_WAY = ["008", "026"]


def overlay(both: Pair, seat: str, path: str = "/now") -> str:
    """Return what is written on the map, which must be the same in both games, as all that comes with it."""
    _, body = both.same(seat, "GET", f"/t/{both.a.code}{path}", headers=HTMX)
    ink = re.search(r'<g id="ink">.*?</svg>', body.decode(), re.DOTALL)
    assert ink
    return ink[0]


@pytest.mark.parametrize("seed", [3, *soak.rest(soak.PAIRS, [4])])
def test_5_1_what_is_written_while_a_character_moves_is_the_same(tmp_path: Path, seed: int) -> None:
    """5.1, 6.7: from a square with different hidden zombies around it, and after taps near and far."""
    with pair(tmp_path, differ=BOTH, seed=seed) as both:
        assert both.do("table", START)[0] == 200
        both.change(lambda position: amid_hidden(position, both))
        assert both.do("table", {"do": "start_move", "characters": ["peter"]})[0] == 200
        for seat in SEATS:
            written = overlay(both, seat)
            assert 'class="cost' in written
            for square in looked_at(both):
                overlay(both, seat, f"/square/{square}")


def test_5_1_what_refuses_a_walk_beyond_the_points_is_the_same(tmp_path: Path) -> None:
    """5.1: the cost comes from what everybody sees, even if a zombie hides on the way or at the end."""
    with pair(tmp_path, differ=BOTH, seed=3) as both:
        assert both.do("table", START)[0] == 200
        both.change(lambda position: amid_hidden(position, both))
        assert both.do("table", {"do": "start_move", "characters": ["fran"]})[0] == 200
        squares = set()
        for square in looked_at(both):
            _, body = both.same("human", "GET", f"/t/{both.a.code}/square/{square}", headers=HTMX)
            if re.search(r"Going from \d+ to \d+ costs \d+ Movement Points", body.decode()):
                squares.add(square)
        assert squares & {*both.a.position.hidden, *both.b.position.hidden}


def amid_hidden(position: Position, both: Pair) -> Position:
    """Return the position with Peter beside a square that is hidden in one game alone."""
    near = min(set(both.a.position.hidden) - set(both.b.position.hidden))
    here = next(s for s in position.setting.board.passages[near] if s not in position.zombies)
    peter = replace(position.characters["peter"], square=here)
    return replace(position, characters={**position.characters, "peter": peter})


def looked_at(both: Pair) -> list[str]:
    """Return the squares that are hidden in either game, and some others."""
    others = list(both.a.position.setting.board.squares)[::20]
    return sorted({*both.a.position.hidden, *both.b.position.hidden, *others})


def test_5_0_a_walk_past_nothing_hidden_is_the_same_step_for_step(tmp_path: Path) -> None:
    with pair(tmp_path, differ=BOTH, seed=3) as both:
        assert both.do("table", START)[0] == 200
        assert both.do("table", {"do": "start_move", "characters": ["peter"]})[0] == 200
        assert not {*both.a.position.hidden, *both.b.position.hidden} & set(OPEN_WAY)
        form = {"action": json.dumps({"do": "walk", "path": OPEN_WAY}), "version": str(both.a.version)}
        both.same("table", "POST", f"/t/{both.a.code}/do", data=form, headers=HTMX)
        assert both.a.position.characters["peter"].square == OPEN_WAY[-1]
        for seat in SEATS:
            overlay(both, seat)


def test_7_0_the_arrows_of_units_that_react_are_the_same(tmp_path: Path) -> None:
    with pair(tmp_path, differ=BOTH, seed=3) as both:
        assert both.do("table", START)[0] == 200
        for action in ({"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"},
                       {"do": "step", "to": "026"}, {"do": "end_turn"}, {"do": "next_phase"}):  # fmt: skip
            assert both.do("table", action)[0] == 200
        assert both.a.position.phase == "reaction"
        assert "arrow" in overlay(both, "table")
        overlay(both, "human")
        form = {"action": phase_keys.FORCED, "version": str(both.a.version)}
        both.same("table", "POST", f"/t/{both.a.code}/do", data=form, headers=HTMX)
        for seat in SEATS:
            assert "arrow done" in overlay(both, seat)


def test_a_leak_in_the_points_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is not blind: points that came from the real position fail it."""
    with pair(tmp_path, differ=BOTH, seed=3) as both:
        assert both.do("table", START)[0] == 200
        assert both.do("table", {"do": "start_move", "characters": ["peter"]})[0] == 200
        secrets = iter([both.a.position.hidden, both.b.position.hidden] * 2)

        def leaky(_: Position) -> Mapping[str, Way]:
            return {square: Way(1, (square,)) for square in next(secrets)}

        monkeypatch.setattr(seat_context, "reach", leaky)
        with pytest.raises(AssertionError, match="apart"):
            overlay(both, "human")

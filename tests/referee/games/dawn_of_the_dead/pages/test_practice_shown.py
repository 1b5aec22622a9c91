"""What the referee would do for the characters, on the screens of a table for practice."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.games.dawn_of_the_dead.labels.actions import proposal_label
from referee.games.dawn_of_the_dead.pages.action_panel.panel import ActionPanel
from referee.games.dawn_of_the_dead.pages.action_panel.proposal import practice, practice_marks
from referee.games.dawn_of_the_dead.pages.odds import with_odds
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.dawn_views import seen_of
from tests.referee.seated import HIDDEN, Seated, ordered
from tests.rows import each_row

SECTION = b'id="practice"'
WHOLE = b"Play the whole human Player-Turn"


@each_row("action, words", [
        (
            {"do": "place_characters",
            "squares": {"peter": "009", "roger": "010", "steve": "010", "fran": "009"}},
            "set up Peter and Fran in 009, Roger and Steve in 010",
        ),
        ({"do": "start_move", "characters": ["peter", "roger"]}, "move Peter and Roger"),
        ({"do": "step", "to": "010"}, "go on to 010"),
        ({"do": "open_door", "between": ["009", "028"]}, "open the door between 009 and 028"),
        ({"do": "take_rifle", "character": "fran"}, "give Fran a hunting rifle"),
        ({"do": "shoot", "by": ["peter"], "at": "012"}, "shoot at 012 with Peter"),
        ({"do": "shoot", "by": ["peter", "fran"], "at": "012"}, "shoot at 012 with Peter and Fran together"),
        ({"do": "defend", "by": ["peter", "roger", "steve", "fran"]},
        "shoot first with all four together"),
        ({"do": "choose_victims", "characters": ["peter", "fran"]}, "let Peter and Fran be attacked"),
        ({"do": "end_turn"}, "end the Human Player-Turn"),
    ])  # fmt: skip
def test_each_kind_of_action_in_words(action: dict[str, Any], words: str) -> None:
    """All that the practice player does can be said after "Suggestion"."""
    assert proposal_label(action) == words


def test_the_map_points_out_where_it_leads() -> None:
    """A step and a shot have a square. The end of the Player-Turn has none; nor has another table."""
    step = {"phase": "human", "practice": _proposed({"do": "step", "to": "010"})}
    assert practice_marks(seen_of(step)) == {"010": "aim"}
    assert practice_marks(seen_of({"phase": "human", "practice": _proposed({"do": "end_turn"})})) == {}
    assert practice(seen_of({"phase": "human", "practice": None})) is None
    assert practice(seen_of({"phase": "human"})) is None


def test_the_whole_player_turn_is_offered_only_in_it() -> None:
    """Setting up and a shot before the attack are no more than the one action."""
    for phase, offered in (("human", True), ("place_characters", False), ("attack", False)):
        panel = practice(seen_of({"phase": phase, "practice": _proposed({"do": "end_turn"})}))
        assert panel is not None
        assert bool(panel.whole) == offered


def _proposed(action: dict[str, Any]) -> dict[str, Any]:
    return {"action": action, "case": "5.0", "why": "so", "cardboard": "", "among": []}


@pytest.fixture
def two(tmp_path: Path) -> Seated:
    """Give a two-player table for practice, the zombies hidden."""
    seated = Seated(tmp_path, options={"practice": True}, sources=ordered({}))
    seated.do("zombie", HIDDEN)
    return seated


def page(seated: Seated, seat: str) -> bytes:
    """Return the whole screen of a seat."""
    cookie = {"Cookie": f"seat-{seated.code}={seated.tokens[seat]}"}
    shown: bytes = seated.client.get(f"/t/{seated.code}", headers=cookie).data
    return shown


def advance(seated: Seated, seat: str, cookies: str = "", **form: str) -> TestResponse:
    """Press a key of the proposal."""
    cookie = f"seat-{seated.code}={seated.tokens[seat]}; {cookies}"
    data = {"version": str(seated.version), "side": "human", **form}
    return seated.client.post(f"/t/{seated.code}/advance", headers={"Cookie": cookie}, data=data)


class TestScreens:
    """What is shown to whom, and what its keys do without a script."""

    def test_the_zombie_player_sees_nothing_of_it(self, two: Seated) -> None:
        """Neither the proposal nor its key is on that phone, and pressing it all the same does nothing."""
        assert SECTION in page(two, "table")
        assert SECTION in page(two, "human")
        assert SECTION not in page(two, "zombie")
        answer = advance(two, "zombie")
        assert b"Not now" in answer.data
        assert two.view()["phase"] == "place_characters"

    def test_a_step_and_then_the_whole_player_turn(self, two: Seated) -> None:
        """The players' own keys stay beside it; after the last step the zombies are at it."""
        assert WHOLE not in page(two, "table")
        advance(two, "table")
        shown = page(two, "table")
        assert WHOLE in shown
        assert b"Who moves?" in shown
        advance(two, "human", far="turn")
        assert two.view()["phase"] == "berserk"
        assert SECTION not in page(two, "table")

    def test_dice_typed_in_are_asked_for(self, tmp_path: Path) -> None:
        """6.0: who rolls at the table is asked for the dice of a shot that the referee would take."""
        seated = Seated(
            tmp_path,
            options={"mode": "solitaire", "practice": True},
            sources=replace(ordered({}), seed=lambda: "b"),
        )
        while (proposed := seated.view()["practice"]["action"])["do"] != "shoot":
            assert advance(seated, "table").status_code == 200
        before = seated.version
        answer = advance(seated, "table", cookies="dice=typed")
        assert b'id="complete"' in answer.data
        assert seated.version == before
        assert proposed["at"].encode() in answer.data

    def test_somebody_else_was_quicker(self, two: Seated) -> None:
        """Nothing is done on a screen that shows an older moment."""
        answer = advance(two, "table", version=str(two.version - 1))
        assert b"moved on" in answer.data
        assert two.view()["phase"] == "place_characters"

    def test_odds_of_a_proposed_shot(self, tmp_path: Path) -> None:
        """6.7: for who wants the odds they stand with the proposal, the same as on the shot's own key."""
        seated = Seated(
            tmp_path,
            options={"mode": "solitaire", "practice": True},
            sources=replace(ordered({}), seed=lambda: "b"),
        )
        while seated.view()["practice"]["action"]["do"] != "shoot":
            advance(seated, "table")
        view = seated.view("human")
        context = SeatContext(seen_of(view), [], "human", equipment.setting(), "/t/X")
        mix = {value: Fraction(1, 11) for value in range(1, 12)}
        shown = with_odds(ActionPanel("Now", "/now", practice=practice(seen_of(view))), context, mix).practice
        assert shown is not None
        assert shown.odds.startswith("hits ")


class TestFrontDoor:
    """The form that starts a table."""

    @pytest.mark.parametrize("wanted", [True, False])
    def test_practice_is_a_choice(self, tmp_path: Path, wanted: bool) -> None:
        """Only who ticks it gets such a table."""
        seated = Seated(tmp_path)
        form = {"game": "alone", "counters": "digital"} | ({"practice": "on"} if wanted else {})
        answer = seated.client.post("/", data=form)
        assert answer.status_code == 303
        code = answer.headers["Location"].rsplit("/", 1)[1]
        options = seated.tables.match(code).options
        assert options.get("practice", False) is wanted
        assert ("practice" in options) is wanted

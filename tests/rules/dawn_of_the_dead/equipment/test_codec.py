"""Positions as JSON (`referee-position/1`): they round-trip, and defaults are those of the start."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import EndTurn, NextPhase, PutDown, Shoot, StartMove, Step
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from rules.dawn_of_the_dead.position import (
    Attack,
    AttackState,
    BerserkState,
    Character,
    Counters,
    FreeState,
    GenerationState,
    Phase,
    Position,
    ReactionState,
    Zombie,
)  # fmt: skip
from rules.dawn_of_the_dead.view import position_from_json, position_to_json
from tests.rules.dawn_of_the_dead.small_mall import small_mall
from tests.rules.dawn_of_the_dead.table import act, do, legal, needs, refused, table


def read(source: dict[str, Any]) -> Position:
    return position_from_json(source, small_mall())


def there_and_back(position: Position) -> Position:
    return read(json.loads(json.dumps(position_to_json(position))))


LEAST = {
    "system": "dawn-of-the-dead",
    "phase": "human",
    "characters": {"fran": {"square": "022"}},
    "zombies": [],
}


class TestWhatIsLeftOut:
    """Only system, phase, characters and zombies must be there."""

    def test_it_has_its_value_at_the_start_of_play(self) -> None:
        """3.2, 3.3: doors open, two rifles, turn 1."""
        position = read(LEAST)
        assert (position.mode, position.counters, position.turn) == ("two-player", "digital", 1)
        assert (position.hidden, position.doors, position.main_doors) == ((), {}, {})
        assert (position.rifles, position.move, position.trail) == (2, None, ())
        assert position.phase_state is None
        assert position.winner is None

    def test_characters_not_named_are_killed(self) -> None:
        position = read(LEAST)
        assert tuple(position.characters) == CHARACTERS
        assert position.characters["fran"] == Character("022", "normal")
        assert position.characters["peter"] == Character(None, "killed")

    def test_a_unit_is_not_berserk_unless_it_says_so(self) -> None:
        position = read({**LEAST, "zombies": [{"square": "024", "value": 4}]})
        assert position.zombies == {"024": Zombie(4, berserk=False)}

    def test_doors_are_named_by_their_squares_in_any_order_and_may_be_open(self) -> None:
        doors = [
            {"between": ["021", "011"], "state": "closed"},
            {"between": ["016", "026"], "state": "destroyed"},
            {"between": ["014", "024"], "state": "open"},
        ]
        position = read({**LEAST, "doors": doors, "main_doors": {"north": "closed", "west": "open"}})
        assert position.doors == {("011", "021"): "closed", ("016", "026"): "destroyed"}
        assert position.main_doors == {"north": "closed"}

    @pytest.mark.parametrize(
        ("given", "acted"),
        [
            ({}, False),
            ({"spent": 0, "shots": {}, "panicked": []}, False),
            ({"shots": {"fran": 0}}, False),
            ({"spent": 2}, True),
            ({"shots": {"fran": 1}}, True),
            ({"panicked": ["fran"]}, True),
            ({"acted": True}, True),
        ],
    )
    def test_5_0_a_move_with_anything_spent_has_been_acted_in(
        self, given: dict[str, Any], acted: bool
    ) -> None:
        """So nobody else can be chosen any more."""
        position = read({**LEAST, "move": {"characters": ["fran"], **given}})
        if acted:
            refused(position, StartMove(("fran",)), "5.0", "Fran")
        else:
            legal(position, StartMove(("fran",)))

    def test_5_0_whoever_is_named_with_no_shots_has_not_shot(self) -> None:
        """R-5.0a: of two who stand together the one that shot counts as moved, the other does not."""
        people = {"peter": {"square": "022"}, "fran": {"square": "022"}}
        move = {"characters": ["peter", "fran"], "shots": {"peter": 1, "fran": 0}, "acted": True}
        after = do(read({**LEAST, "characters": people, "move": move}), EndTurn())
        assert [n for n, c in after.characters.items() if c.moved_last_turn] == ["peter"]

    @pytest.mark.parametrize(
        ("phase", "state"),
        [
            ("berserk", BerserkState(due=frozenset({"024"}))),
            ("reaction", ReactionState(pending=frozenset({"024"}))),
            ("attack", AttackState(pending=frozenset({"022"}))),
            ("generation", GenerationState()),
        ],
    )
    def test_an_empty_phase_state_begins_the_phase(self, phase: str, state: object) -> None:
        zombies = [{"square": "024", "value": 4, "berserk": True}, {"square": "044", "value": 2}]
        if phase == "attack":
            zombies.append({"square": "022", "value": 1})
        source = {**LEAST, "phase": phase, "zombies": zombies, "trail": ["022"]}
        givens: tuple[dict[str, Any], ...] = ({"phase_state": {}}, {"phase_state": None}, {})
        for given in givens:
            position = read({**source, **given})
            if phase == "reaction":
                assert isinstance(position.phase_state, ReactionState)
                assert isinstance(state, ReactionState)
                assert position.phase_state.pending == state.pending
            else:
                assert position.phase_state == state

    def test_what_a_phase_state_leaves_out_is_as_at_the_start(self) -> None:
        position = read({**LEAST, "phase": "free_movement", "phase_state": {"die": 3, "left": 2}})
        assert position.phase_state == FreeState(die=3, left=2)


HIDDEN = {**LEAST, "characters": {"fran": {"square": "034"}}, "hidden": ["033"]}


class TestPools:
    """With no pools given, draws are not checked; a pool that is given is."""

    @pytest.mark.parametrize(
        ("pools", "box_checked", "eliminated_checked"),
        [
            ({}, False, False),
            ({"hidden_box": None, "eliminated": []}, False, False),
            ({"hidden_box": None}, False, False),
            ({"eliminated": [3]}, False, True),
            ({"hidden_box": [3]}, True, True),
            ({"hidden_box": [3], "eliminated": [3]}, True, True),
        ],
    )
    def test_9_0_what_is_given_is_checked(
        self, pools: dict[str, Any], box_checked: bool, eliminated_checked: bool
    ) -> None:
        """And it stays so when the position goes out and comes back (13.3 for the eliminated)."""
        position = read({**HIDDEN, **pools})
        for again in (position, there_and_back(position)):
            assert again == position
            moving = do(again, StartMove(("fran",)))
            assert game.rule(moving, Step("033", draw=(7,))).legal is not box_checked
            entering = read({**position_to_json(again), "phase": "generation", "phase_state": {}})
            refused_draw = not game.rule(entering, act("roll_entrance", dice=(3, 3), draw=(7,))).legal
            assert refused_draw is eliminated_checked

    def test_9_0_a_draw_leaves_the_box_smaller(self) -> None:
        position = do(read({**HIDDEN, "hidden_box": [3, 3, 4]}), StartMove(("fran",)), Step("033", draw=(3,)))
        assert there_and_back(position).hidden_box == (3, 4)


STATES: list[tuple[str, object]] = [
    ("berserk", BerserkState(frozenset({"024"}), frozenset({"022"}), tried=True)),
    (
        "reaction",
        ReactionState(frozenset({"024"}), frozenset({"023"}), frozenset({"fran"}), frozenset({"steve"})),
    ),
    ("free_movement", FreeState(4, 2, frozenset({"024"}), frozenset({"fran"}), frozenset({"fran"}))),
    ("attack", AttackState(frozenset({"024"}), Attack("022", frozenset({"peter"}), frozenset({"fran"}), 2))),
    (
        "generation",
        GenerationState(attack=Attack("022", count=1, victims=("peter",), strength=3), entered=True),
    ),
    ("generation", GenerationState(rolled=frozenset({"fran"}))),
]


class TestThereAndBack:
    """What goes out comes back the same."""

    @pytest.mark.parametrize(("phase", "state"), STATES)
    def test_what_a_phase_remembers(self, phase: Phase, state: Any) -> None:
        position = Position(
            small_mall(),
            phase=phase,
            characters=dict.fromkeys(CHARACTERS, Character("022")),
            phase_state=state,
        )
        assert there_and_back(position) == position

    def test_5_0_a_move_in_progress(self) -> None:
        people = {"peter": "022", "fran": "022 stunned", "steve": "022 rifle"}
        position = table(people=people, zombies={"025": 9, "024": "3 berserk"}, closed=["016-026"])
        position = do(position, StartMove(("peter", "steve"), {"by": "peter", "whom": "fran"}))
        assert there_and_back(position) == position
        position = do(position, PutDown(), Shoot(("steve",), "024", {"steve": 5}, (1, 1)))
        assert there_and_back(position) == position
        position = do(position, Shoot(("peter", "steve"), "024", {"steve": 1, "peter": 5}, (1, 1)), EndTurn())
        assert there_and_back(position) == position
        assert position_to_json(position)["move"] is None

    def test_a_move_is_written_as_the_interface_has_it(self) -> None:
        position = do(
            table(people={"peter": "022", "fran": "022"}),
            StartMove(("peter",), {"by": "peter", "whom": "fran"}),
        )
        move = position_to_json(do(position, Step("021")))["move"]
        wanted = {"characters": ["peter"], "carrying": {"by": "peter", "whom": "fran"},
        "spent": 3, "shots": {},
                  "panicked": [], "acted": True}  # fmt: skip
        assert wanted.items() <= move.items()

    def test_the_position_of_the_interface(self) -> None:
        """Every field of the example, on this map."""
        source = {
            "format": "referee-position/1", "system": "dawn-of-the-dead", "mode": "two-player",
            "counters": "digital", "turn": 3, "phase": "human",
            "characters": {
                "peter": {"square": "045", "status": "normal", "rifle": False, "moved_last_turn": False,
                          "infected_on_turn": None},
            },
            "zombies": [{"square": "050", "value": 4, "berserk": False}],
            "hidden": ["000", "003", "041", "044", "055"],
            "hidden_box": [3, 1, 7, 2, 5], "eliminated": [2, 2, 6],
            "doors": [{"between": ["011", "021"], "state": "closed"}], "main_doors": {"north": "closed"},
            "rifles": 2, "move": None, "trail": ["045", "046"], "phase_state": {},
        }  # fmt: skip
        written = position_to_json(read(source))
        characters = written["characters"]
        assert characters["peter"] == source["characters"]["peter"]  # type: ignore[index]
        del source["characters"]
        assert {k: written[k] for k in source} == source

    @pytest.mark.parametrize("counters", ["digital", "physical"])
    def test_cardboard_and_digital(self, counters: Counters) -> None:
        position = game.set_up(small_mall(), "two-player", counters, small_mall().sheet.units)
        assert there_and_back(position) == position
        assert position_to_json(position)["phase"] == "place_hidden"

    def test_a_game_that_is_over(self) -> None:
        position = table("attack", {"fran": "022 stunned"}, {"022": 4})
        position = do(position, act("open_attack", square="022"))
        position = do(position, act("roll_attack", character="fran", dice=(1, 1)))
        assert (position.phase, position.winner) == ("over", "zombie")
        assert there_and_back(position) == position


def test_7_1_the_phase_goes_on_where_it_was() -> None:
    """Who must react is asked once, when the phase begins, and survives the way out and back."""
    position = do(
        table(zombies={"024": 3, "026": 5}), StartMove(("peter",)), Step("021"), EndTurn(), NextPhase()
    )
    for _ in range(2):
        refused(position, NextPhase(), "7.0", "024", "026")
        position = there_and_back(position)
    position = there_and_back(do(position, act("react", source="024", path=("023",))))
    refused(position, NextPhase(), "7.0", "026")
    refused(position, act("react", source="023", path=("022",)), "7.5")


def test_needs_survive_the_way_back() -> None:
    position = there_and_back(do(table(zombies={"022": 3}), StartMove(("peter",))))
    needs(position, Shoot(("peter",), "022"), panic=("peter",))

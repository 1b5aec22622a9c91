"""4.0 Sequence of Play: the order of things, and who counts as having moved (5.0)."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    ACTIONS,
    Action,
    CheckBerserk,
    CloseDoor,
    EndTurn,
    NextPhase,
    OpenAttack,
    PutDown,
    RollAttack,
    RollEntrance,
    RollFreeMoves,
    RollInfection,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Mode, Phase, Position
from rules.dawn_of_the_dead.sequence import PHASE_NAMES, phase_begins
from rules.dawn_of_the_dead.view import position_from_json, position_to_json
from tests.rules.dawn_of_the_dead.small_mall import GLASS_EDWINS, RIFLES
from tests.rules.dawn_of_the_dead.table import act, do, legal, refused, table

FAR = {"044": 3}
"""A unit that sees nothing of the hall, so that nothing happens."""
ZOMBIE_TURN = ("berserk", "reaction", "free_movement", "attack", "generation")


def ended(position: Position, *actions: Action) -> dict[str, bool]:
    """Return who counts as moved once a Human Player-Turn of these actions is over."""
    after = do(position, *actions, EndTurn())
    return {n: c.moved_last_turn for n, c in after.characters.items() if c.in_play}


def _forced(position: Position, action: Action) -> Position:
    """Return the position after an action that the rules refuse and the players agreed on."""
    assert not game.rule(position, action).legal
    after = game.force(position, action).after
    assert after is not None
    return after


def test_4_0_a_game_turn_from_its_first_phase_to_its_last() -> None:
    position = do(table(zombies=FAR), EndTurn())
    seen = [position.phase]
    while position.phase != "generation":
        position = do(position, NextPhase())
        seen.append(position.phase)
    assert tuple(seen) == ZOMBIE_TURN
    position = do(position, RollEntrance((2, 2)), NextPhase())
    assert (position.phase, position.turn) == ("human", 2)
    assert position.trail == ()
    assert position.move is None
    assert position.phase_state is None


def test_15_2_without_a_zombie_player_the_hidden_table_comes_first() -> None:
    for mode in ("solitaire", "cooperative"):
        assert do(table(zombies=FAR, mode=mode), EndTurn()).phase == "hidden_appearance"


@pytest.mark.parametrize("phase", ["place_hidden", "place_characters", "human", *ZOMBIE_TURN])
def test_4_0_what_belongs_to_another_phase_is_refused(phase: Phase) -> None:
    """Of each kind of action the engine lists those of this phase alone, and refuses the rest by 4.0."""
    position = table(phase, {"peter": "022", "fran": "030 infected"}, FAR)
    for name in ACTIONS:
        if phase not in game.PROCEDURES[name].phases:
            ruling = refused(position, _some(name), "4.0", PHASE_NAMES[phase])
            assert ruling.firm
    assert all(phase in game.PROCEDURES[a.do].phases for a in game.legal_actions(position))


@pytest.mark.parametrize(("mode", "name", "case", "sentence"), [
    ("two-player", "roll_hidden", "4.0",
     "This is the Human Player-Turn; with two players nobody rolls on the Hidden Zombie Table."),
    ("two-player", "place_hidden", "4.0",
     "This is the Human Player-Turn; that belongs to “Set-up: hidden zombies”."),
    ("solitaire", "place_hidden", "15.1",
     ("This is the Human Player-Turn; no zombies are hidden in this game, "
      "they come by the Hidden Zombie Table.")),
])  # fmt: skip
def test_4_0_what_another_game_has_is_refused_in_a_whole_sentence(
    mode: Mode, name: str, case: str, sentence: str
) -> None:
    ruling = refused(table("human", {"peter": "022"}, FAR, mode=mode), _some(name), case)
    assert ruling.reason == sentence


def _some(name: str) -> Action:
    """Return some action of a kind, sensible or not."""
    given = {
        "squares": {"peter": "022"} if name == "place_characters" else ["000"],
        "characters": ["peter"],
        "character": "peter",
        "by": ["peter"],
        "between": ["011", "021"],
        "square": "044",
        "path": ["045"],
        "door": "north",
        "to": "023",
        "at": "044",
        "value": 3,
        "sheet": equipment.load_counters(),
        "sha256": "0" * 64,
    }
    fields = ACTIONS[name].__dataclass_fields__
    return act(name, **{f: v for f, v in given.items() if f in fields})


def test_4_0_nothing_follows_the_end() -> None:
    position = table("over", winner="zombie")
    for name in ACTIONS:
        refused(position, _some(name), "14.0", "over")
    assert game.legal_actions(position) == []


class TestTheHumanPlayerTurn:
    """4.0 and R-5.0a: one character or stack, and never twice running."""

    def test_4_0_one_character_or_stack_a_turn(self) -> None:
        position = table(people={"peter": "022", "steve": "030"})
        position = do(position, StartMove(("steve",)), StartMove(("peter",)), Step("021"))
        refused(position, StartMove(("steve",)), "5.0", "Peter")
        refused(position, StartMove(("peter",)), "5.0", "Peter")

    def test_4_0_the_turn_may_end_without_a_move(self) -> None:
        """R-7.0a: nothing done leaves no trail, and nobody reacts."""
        position = do(table(zombies={"025": 3}), StartMove(("peter",)), EndTurn())
        assert position.trail == ()
        assert not position.characters["peter"].moved_last_turn
        refused(do(position, NextPhase()), act("react", source="025", path=("024",)), "7.1")

    def test_5_0_who_walked_counts_as_moved(self) -> None:
        position = table(people={"peter": "022", "steve": "022", "fran": "022"})
        assert ended(position, StartMove(("peter", "steve")), Step("021")) == {
            "peter": True, "steve": True, "fran": False,
        }  # fmt: skip

    def test_5_0_who_was_carried_does_not_count(self) -> None:
        """R-5.0a, put down on the way or not."""
        position = table(people={"peter": "022", "fran": "022"})
        carry = StartMove(("peter",), {"by": "peter", "whom": "fran"})
        assert ended(position, carry, Step("021")) == {"peter": True, "fran": False}
        assert ended(position, carry, Step("021"), PutDown(), Step("020")) == {"peter": True, "fran": False}
        after = do(position, carry, Step("021"), EndTurn())
        assert (after.characters["fran"].square, after.characters["peter"].square) == ("021", "021")

    def test_5_0_who_was_chosen_and_did_nothing_does_not_count(self) -> None:
        position = table(people={"peter": "022", "fran": "022"})
        assert ended(position, StartMove(("peter", "fran"))) == {"peter": False, "fran": False}
        carry = StartMove(("peter",), {"by": "peter", "whom": "fran"})
        assert ended(position, carry, PutDown()) == {"peter": False, "fran": False}

    def test_6_2_of_those_who_stand_only_who_shot_counts(self) -> None:
        """R-5.0c: shooting counts, standing by does not, unless a panic spends the points of all (6.5)."""
        position = table(people={"peter": "022", "steve": "022"}, zombies={"025": 9})
        moved = ended(position, StartMove(("peter", "steve")), Shoot(("steve",), "025", dice=(1,)))
        assert moved == {"peter": False, "steve": True}
        close = table(people={"peter": "022", "steve": "022"}, zombies={"022": 9})
        panic = ended(close, StartMove(("peter", "steve")), Shoot(("steve",), "022", {"steve": 1}))
        assert panic == {"peter": True, "steve": True}

    def test_5_5_working_a_door_counts(self) -> None:
        """R-5.0a."""
        position = table(people={"peter": "021"})
        door = ("011", "021")
        assert ended(position, StartMove(("peter",)), CloseDoor(door)) == {"peter": True}
        after = do(position, StartMove(("peter",)), CloseDoor(door))
        assert after.trail == ("021",)

    def test_12_2_taking_a_rifle_counts(self) -> None:
        """R-5.0a."""
        position = table(people={"fran": RIFLES})
        assert ended(position, StartMove(("fran",)), TakeRifle("fran")) == {"fran": True}

    def test_6_5_who_panics_counts(self) -> None:
        """A whole allowance expended is a move."""
        position = table(zombies={"022": 3})
        assert ended(position, StartMove(("peter",)), Shoot(("peter",), "022", {"peter": 1})) == {
            "peter": True
        }

    def test_5_0_who_moved_first_counts_when_a_second_move_is_agreed_on(self) -> None:
        """R-5.0a: also through another agreement, and through a position handed in."""
        position = do(table(people={"peter": "022", "fran": "030"}), StartMove(("peter",)), Step("023"))
        again = _forced(position, StartMove(("fran",)))
        assert position_from_json(position_to_json(again), again.setting) == again
        assert ended(again, Step("031")) == {"peter": True, "fran": True}
        assert ended(again) == {"peter": True, "fran": False}
        third = _forced(do(again, Step("031")), StartMove(("peter",)))
        assert ended(third) == {"peter": True, "fran": True}

    def test_5_0_who_shot_while_carried_counts_where_that_is_agreed_on(self) -> None:
        """R-5.0a: shooting counts as moving, for every character."""
        position = table(people={"peter": "022", "fran": "022"}, zombies={"025": 9})
        carry = StartMove(("peter",), {"by": "peter", "whom": "fran"})
        after = _forced(do(position, carry, Step("021")), Shoot(("fran",), "025", dice=(1,)))
        assert ended(after) == {"peter": True, "fran": True}

    def test_5_0_rest_lasts_one_turn(self) -> None:
        position = table(people={"peter": "022 moved", "fran": "030"})
        refused(position, StartMove(("peter",)), "5.0", "Peter", "rest")
        assert ended(position) == {"peter": False, "fran": False}
        assert ended(position, StartMove(("fran",)), Step("031")) == {"peter": False, "fran": True}


class TestTheZombiePhases:
    """4.0: a phase ends when nothing that must be done is left."""

    def test_10_0_berserk_units_are_checked_first(self) -> None:
        position = do(table(zombies={"044": "3 berserk", "055": "4 berserk"}), EndTurn())
        refused(position, NextPhase(), "10.0", "044", "055")
        position = do(position, CheckBerserk("044", 5))
        refused(position, NextPhase(), "10.0", "055")
        assert do(position, CheckBerserk("055", 1), NextPhase()).phase == "reaction"

    def test_7_0_units_that_must_react_do_so_first(self) -> None:
        """R-7.2a."""
        position = do(table(zombies={"025": 3}), StartMove(("peter",)), Step("021"), EndTurn(), NextPhase())
        ruling = refused(position, NextPhase(), "7.0", "025")
        assert "R-7.2a" in ruling.cases
        assert do(position, act("react", source="025", path=("024",)), NextPhase()).phase == "free_movement"

    def test_7_0_free_moves_may_be_left_unused(self) -> None:
        position = table("free_movement", zombies=FAR)
        legal(position, NextPhase(), "4.0")
        legal(do(position, RollFreeMoves(3)), NextPhase(), "4.0")

    def test_9_4_hidden_zombies_come_out_when_the_map_is_clear(self) -> None:
        """R-9.4a."""
        refused(table("free_movement", hidden=["044"]), NextPhase(), "9.4")
        legal(table("free_movement", zombies=FAR, hidden=["044"]), NextPhase())
        legal(
            table("free_movement", people={"peter": "022", "fran": "044 super_zombie"}, hidden=["055"]),
            NextPhase(),
        )

    def test_8_0_attacks_are_made_first(self) -> None:
        position = do(table("free_movement", zombies={"022": 3}), NextPhase())
        refused(position, NextPhase(), "8.0", "022")
        position = do(position, OpenAttack("022"))
        refused(position, NextPhase(), "8.0", "022")
        position = do(position, RollAttack("peter", (5, 5)))
        legal(position, NextPhase())

    def test_13_0_the_entrance_table_comes_first(self) -> None:
        position = table("generation", zombies=FAR)
        refused(position, NextPhase(), "13.0")
        legal(do(position, RollEntrance((1, 3))), NextPhase())

    def test_11_0_the_infected_come_first(self) -> None:
        people = {"peter": "022", "steve": "030 infected"}
        position = do(table("generation", people, FAR), RollEntrance((1, 3)))
        refused(position, NextPhase(), "11.0", "Steve")
        legal(do(position, RollInfection("steve", (3, 3))), NextPhase())

    def test_15_2_the_hidden_table_is_not_passed_over(self) -> None:
        refused(table("hidden_appearance", zombies=FAR, mode="solitaire"), NextPhase(), "15.2")


def test_4_0_the_trail_of_a_turn_is_gone_in_the_next() -> None:
    position = do(table(zombies=FAR), StartMove(("peter",)), Step("021"), Step("031"), EndTurn())
    assert position.trail == ("021", "031")
    for _ in ZOMBIE_TURN[:-1]:
        position = do(position, NextPhase())
    assert do(position, RollEntrance((2, 2)), NextPhase()).trail == ()


def test_5_5_a_door_closed_in_one_turn_stays_closed() -> None:
    between = GLASS_EDWINS.split("-")
    position = do(table(people={"peter": "021"}, zombies=FAR), StartMove(("peter",)))
    position = do(position, act("close_door", between=tuple(between)), EndTurn())
    for _ in ZOMBIE_TURN[:-1]:
        position = do(position, NextPhase())
    assert do(position, RollEntrance((2, 2)), NextPhase()).doors == {("011", "021"): "closed"}


def test_15_2_a_table_is_used_and_does_not_begin() -> None:
    assert phase_begins("hidden_appearance") == "Now the Hidden Zombie Table."
    assert phase_begins("reaction") == "Zombie Reaction Movement Phase begins."

"""R-5.4b: a Zombie Value that nothing wants is refused like dice that nothing wants."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import ACTIONS, Action
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Counters, Position
from tests.rules.dawn_of_the_dead.chance import chosen, completed, scrambled
from tests.rules.dawn_of_the_dead.table import act, do, legal, refused, table

CASE = "R-5.4b"
PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
READING = frozenset(do for do, kind in ACTIONS.items() if "values" in kind.__dataclass_fields__)


def walking(**more: object) -> Position:
    """Return Peter on the move in 022, cardboard counters on the map."""
    people, zombies = {"peter": "022"}, {"023": "?"}
    position = table("human", people, zombies, counters="physical", **more)  # type: ignore[arg-type]
    return do(position, act("start_move", characters=["peter"]))


def lawful(position: Position, rng: Random, wanted: AbstractSet[str]) -> tuple[Position, Action] | None:
    """Return a later position in which a wanted kind of action is legal, and that action with its results."""
    for _ in range(12):
        listed = [action for action in game.legal_actions(position, waived=True) if action.do in wanted]
        action, ruling = completed(position, rng.choice(listed) if listed else chosen(position, rng), rng)
        if ruling.after is None or ruling.after.phase == "over":
            return None
        if listed:
            return position, action
        position = ruling.after
    return None


@pytest.mark.parametrize("counters", ["digital", "physical"])
def test_every_action_with_values_refuses_one_that_nothing_wants(small: Setting, counters: Counters) -> None:
    rng, wanted = Random(f"unneeded {counters}"), set(READING - {"declare_attack", "roll_hidden"})
    for turn in range(900):
        lawfully = lawful(scrambled(small, rng, PHASES[turn % len(PHASES)], counters), rng, wanted)
        if lawfully is None:
            continue
        position, action = lawfully
        given = dict(getattr(action, "values", None) or {})
        reads = set(game.PROCEDURES[action.do].reads(position, action))
        stray = next(s for s in small.board.squares if s not in reads and s not in position.zombies)
        value = next(v for v in range(1, 12) if v not in given.values())
        for values in ({**given, stray: value}, {}):
            asked = replace(action, values=values)  # type: ignore[call-arg]
            ruling = game.rule(position, asked, waived=True)
            assert (ruling.legal, ruling.firm, ruling.cases[0]) == (False, True, CASE), asked
            assert not game.force(position, asked).legal
        wanted.discard(action.do)
        if not wanted:
            return
    raise AssertionError(wanted)


def test_15_2_the_unit_that_appears_is_read_only_where_somebody_is(mall: Setting) -> None:
    position = table(
        "hidden_appearance",
        {"peter": "045"},
        mode="solitaire",
        counters="physical",
        eliminated=[None],
        setting=mall,
    )
    for column, row in product(range(1, 7), repeat=2):
        roll = act("roll_hidden", dice=(column, row), values={"045": 3})
        unread = replace(roll, values=None)  # type: ignore[call-arg]
        if game.rule(position, unread).needs.get("value") == ("045",):
            assert game.rule(position, roll).after
        else:
            assert not game.rule(position, roll).legal
    refused(position, act("roll_hidden", values={"045": 3}), CASE, "No value is needed for 045.", listed=True)


def test_5_4_only_the_squares_left_and_entered_are_read() -> None:
    position = walking()
    legal(position, act("step", to="023", values={"023": 3}))
    refused(
        position,
        act("step", to="023", values={"023": 3, "022": 1}),
        CASE,
        "No value is needed for 022.",
        listed=True,
    )
    refused(
        position, act("step", to="021", values={"021": 3}), CASE, "No value is needed for 021.", listed=True
    )


def test_9_1_the_hidden_unit_that_is_met_is_read() -> None:
    position = walking(hidden=["021"])
    assert legal(position, act("step", to="021", values={"021": 3})).after


def test_9_0_an_empty_draw_is_refused() -> None:
    position = do(table("human", {"peter": "022"}), act("start_move", characters=["peter"]))
    refused(position, act("step", to="021", draw=()), "9.0", "No draw is needed here.", listed=True)


def test_8_0_a_digital_attack_takes_no_value() -> None:
    """The value is the referee's own, whether the one that is told is right or wrong."""
    position = table("attack", {"peter": "022", "roger": "022"}, {"022": 4})
    position = do(position, act("open_attack", square="022"))
    for value in (4, 1):
        strike = act("declare_attack", count=2, values={"022": value})
        refused(position, strike, CASE, "The referee knows the values of its own counters", listed=True)


def test_8_0_the_value_of_the_attacker_alone_is_read() -> None:
    position = table(
        "attack", {"peter": "022", "roger": "022"}, {"022": "?", "023": "?"}, counters="physical"
    )
    position = do(position, act("open_attack", square="022"))
    legal(position, act("declare_attack", count=2, values={"022": 4}))
    strike = act("declare_attack", count=2, values={"022": 4, "023": 1})
    refused(position, strike, CASE, "No value is needed for 023.", listed=True)


def test_13_0_the_value_of_a_unit_comes_after_its_dice() -> None:
    """Dice not rolled yet cannot tell whether a unit enters on a character."""
    position = table("generation", {"peter": "022"}, counters="physical", eliminated=[None, None])
    refused(
        position, act("roll_entrance", values={"022": 3}), CASE, "No value is needed for 022.", listed=True
    )

"""Effects: what a ruling says happened is all that happened, in random games of every mode."""

from __future__ import annotations

from dataclasses import fields
from itertools import product
from random import Random
from typing import Any, get_args

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.effects import KINDS, UNIT, Eliminated, Moved, TurnedDown, TurnedUp
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.position import Counters, Mode, Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dawn_of_the_dead.solitaire.zombie_player import ZombieSight, advise
from tests.rows import each
from tests.rules.dawn_of_the_dead import solo
from tests.rules.dawn_of_the_dead.applied import APPLIED, applied
from tests.rules.dawn_of_the_dead.chance import chosen, completed, dealt, lots, nonsense, scrambled
from tests.rules.dawn_of_the_dead.small_mall import MAIN_DOORS, RIFLES
from tests.rules.dawn_of_the_dead.table import table

PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
COUNTERS: tuple[Counters, ...] = get_args(Counters)
NEVER_CHANGE = {"setting", "mode", "counters", "pools_known"}
"""What of a position no effect speaks of: it stays as it is through a whole game."""

DOORS = {name: square for name, (square, _) in MAIN_DOORS.items()}
RARE: dict[str, tuple[str, dict[str, str], dict[str, str], dict[str, Any]]] = {
    "units enter on characters": (
        "generation", dict(zip(CHARACTERS, DOORS.values(), strict=True)), {"044": "3"}, {},
    ),
    "characters turn among others": (
        "generation", {n: f"022 {'infected' if n > 'm' else 'normal'}" for n in CHARACTERS}, {"022": "3"},
        {"main_doors": dict.fromkeys(MAIN_DOORS, "closed"), "turn": 5},
    ),
    "rifles are taken, and lost": (
        "human", {"steve": RIFLES, "fran": RIFLES, "peter": "000"}, {"010": "11"}, {"trail": []},
    ),
    "units strike glass": (
        "free_movement", {"peter": "026", "roger": "046", "fran": "036 super_zombie"},
        {"016": "7 berserk", "036": "9 berserk"}, {"closed": ["016-026", "036-046"]},
    ),
    "main doors are closed": ("human", {"peter": DOORS["north"], "roger": DOORS["north"]}, {"006": "1"}, {}),
    "the hidden zombies must come": (
        "free_movement", {"peter": "000"}, {},
        {"hidden": ["050", "052"], "hidden_box": [1, 1], "swept": True},
    ),
    "the last zombie falls": (
        "human", {"peter": "022", "roger": "022"}, {"022": "1"}, {"hidden": ["055"], "hidden_box": [1]},
    ),
}  # fmt: skip
"""Positions near what random games seldom come to."""


def face_up(position: Position) -> set[str]:
    return {s for s in position.zombies if position.revealed(s)}


def turned_over(before: Position, ruling: Verdict) -> set[str]:
    """Return the squares of the face-up units after a ruling, by its effects alone."""
    up = face_up(before)
    for effect in ruling.effects:
        if isinstance(effect, TurnedUp):
            assert effect.square not in up, effect
            up.add(effect.square)
        elif isinstance(effect, TurnedDown):
            assert effect.square in up, effect
            up.remove(effect.square)
        elif isinstance(effect, Moved) and effect.whom == UNIT and effect.start in up:
            up = up - {effect.start} | {effect.end}
        elif isinstance(effect, Eliminated):
            up.discard(effect.square)
    return up


def tells_all(before: Position, action: Action, ruling: Verdict) -> None:
    """Assert that the effects of a ruling lead from the position before it to the one after it."""
    if ruling.after is None:
        assert ruling.effects == ()
        return
    assert ruling.effects, action
    assert applied(before, ruling.effects) == ruling.after, (action, ruling.effects)
    assert turned_over(before, ruling) == face_up(ruling.after), (action, ruling.effects)


class TestEffectsTellAll:
    """4.0: the effects of each action, put on the position before it, give exactly the position after it."""

    @pytest.mark.parametrize("seeds", lots(2, 6))
    def test_4_0_from_set_up_on(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, seed: int) -> None:
            rng = Random(f"{counters} {seed} effects")
            self.play(dealt(small, rng, counters), rng, 200)

        each(product(COUNTERS, seeds), check)

    @pytest.mark.parametrize("seeds", lots(4, 15))
    def test_4_0_from_any_phase_on(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, phase: str, seed: int) -> None:
            rng = Random(f"{counters} {phase} {seed} effects")
            self.play(scrambled(small, rng, phase, counters), rng, 40)

        each(product(COUNTERS, PHASES, seeds), check)

    @pytest.mark.parametrize("seeds", lots(6, 20))
    def test_4_0_from_where_rare_things_happen(self, seeds: range) -> None:
        def check(counters: Counters, name: str, seed: int) -> None:
            phase, people, zombies, more = RARE[name]
            values = zombies if counters == "digital" else dict.fromkeys(zombies, "? berserk")
            pools = {"hidden_box": [], "eliminated": [2, 3, 4, 5, 6]}
            position = table(phase, people, values, counters=counters, **{**pools, **more})
            self.play(position, Random(f"{counters} {name} {seed} effects"), 25)

        each(product(COUNTERS, RARE, seeds), check)

    @pytest.mark.parametrize("seed", range(2))
    def test_4_0_in_the_mall(self, mall: Setting, seed: int) -> None:
        rng = Random(seed)
        self.play(dealt(mall, rng), rng, 60)

    @pytest.mark.parametrize("seeds", lots(2, 4))
    def test_15_0_where_nobody_plays_the_zombies(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, mode: Mode, seed: int) -> None:
            rng = Random(f"{counters} {mode} {seed} effects")
            position = solo.dealt(small, rng, mode, counters)
            for _ in range(150):
                if position.phase == "over":
                    return
                action = solo.human_action(position, rng) or _zombies_action(position, rng)
                before, (action, ruling) = position, completed(position, action, rng)
                tells_all(before, action, ruling)
                position = ruling.after or position

        each(product(COUNTERS, ("solitaire", "cooperative"), seeds), check)

    @pytest.mark.parametrize("seeds", lots(4, 14))
    def test_4_0_after_an_override_too(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, phase: str, seed: int) -> None:
            rng = Random(f"{counters} {phase} {seed} effects by agreement")
            position = scrambled(small, rng, phase, counters)
            for _ in range(40):
                if position.phase == "over":
                    return
                action, before = nonsense(position, rng), position
                if not game.check(position, action).legal and game.force(position, action).legal:
                    action, ruling = completed(position, action, rng, "force")
                else:
                    action, ruling = completed(position, chosen(position, rng), rng)
                tells_all(before, action, ruling)
                position = ruling.after or position

        each(product(COUNTERS, PHASES, seeds), check)

    def play(self, position: Position, rng: Random, actions: int) -> None:
        for _ in range(actions):
            if position.phase == "over":
                return
            action, ruling = completed(position, chosen(position, rng), rng)
            tells_all(position, action, ruling)
            position = ruling.after or position


def _zombies_action(position: Position, rng: Random) -> Action:
    advice = advise(ZombieSight(position))
    assert advice
    return rng.choice(advice.among or (advice.action,))


def test_4_0_every_kind_of_effect_is_read() -> None:
    assert frozenset(KINDS) == APPLIED
    assert len({kind.name for kind in KINDS}) == len(KINDS)


def test_4_0_what_no_effect_speaks_of_never_changes(small: Setting) -> None:
    """Everything else in a position is compared above, as two positions are equal only if it is the same."""
    rng = Random("constant")
    position = dealt(small, rng)
    compared = {f.name for f in fields(Position) if f.compare}
    assert NEVER_CHANGE - compared == {"setting"}
    for _ in range(100):
        if position.phase == "over":
            return
        _, ruling = completed(position, chosen(position, rng), rng)
        assert ruling.after is not None
        for name in NEVER_CHANGE:
            assert getattr(ruling.after, name) == getattr(position, name)
        position = ruling.after

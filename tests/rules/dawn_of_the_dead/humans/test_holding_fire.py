"""R-8.1a: who may hold fire for whom is what the list says, in every mode of play."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, HoldFire, OpenAttack
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.position import MODES, Mode, Position
from rules.dawn_of_the_dead.sequence import enter_phase
from rules.dawn_of_the_dead.zombies.attacks import may_shoot
from tests.rules.dawn_of_the_dead.chance import scrambled
from tests.rules.dawn_of_the_dead.table import act, do, refused, table

GROUPS = [by for size in range(len(CHARACTERS) + 1) for by in permutations(CHARACTERS, size)]


def attacked(setting: Setting, rng: Random, mode: Mode) -> Position | None:
    """Return a random position with an attack open, None where there is none."""
    position = scrambled(setting, rng, "attack")
    together = {
        name: replace(c, square=min(position.zombies, default=c.square)) if c.square else c
        for name, c in position.characters.items()
    }
    position = enter_phase(replace(position, characters=together, mode=mode), "attack")
    due = [a for a in game.legal_actions(position) if isinstance(a, OpenAttack)]
    return game.rule(position, due[0]).after if due else None


def same(position: Position, action: Action) -> Action:
    """Return the waiver as the list names it: in the order of the characters, and nobody for everybody."""
    assert isinstance(action, HoldFire)
    named = tuple(name for name in CHARACTERS if action.by is None or name in action.by)
    ready = may_shoot(position)
    return HoldFire(None if set(ready) <= set(named) else named)


@pytest.mark.parametrize("mode", MODES)
def test_r_8_1a_what_is_listed_is_what_the_rules_take(small: Setting, mode: Mode) -> None:
    several = 0
    for seed in range(60):
        position = attacked(small, Random(seed), mode)
        for _ in range(3):
            if position is None:
                break
            taken = {
                same(position, action)
                for action in (HoldFire(), *(HoldFire(by) for by in GROUPS))
                if game.check(position, action).legal
            }
            listed = {a for a in game.legal_actions(position) if isinstance(a, HoldFire)}
            assert listed == taken
            asked = {a for a in game.legal_actions(position, waived=True) if isinstance(a, HoldFire)}
            assert asked == taken - {HoldFire()}
            several += len(taken) > 1
            one = min((a for a in listed if a.by), key=str, default=None)
            position = game.rule(position, one).after if one else None
    assert bool(several) == (mode == "cooperative")


@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_r_8_1a_one_player_holds_fire_for_everybody_in_the_square(mode: Mode) -> None:
    """A record of an earlier version may have it in parts, and is judged as it was."""
    position = table("attack", {"peter": "022", "roger": "022"}, {"022": 3}, mode=mode)
    position = do(position, act("open_attack", square="022"))
    part = act("hold_fire", by=("peter",))
    assert refused(position, part, "8.1", "for all of them").firm
    assert not game.force(position, part).legal
    assert game.recorded(position, part).legal
    all_named = game.rule(position, HoldFire(("roger", "peter")))
    assert all_named.after == game.rule(position, HoldFire()).after is not None

"""What a seat is told of the effects never depends on what that seat may not know."""

from __future__ import annotations

import json
from dataclasses import fields
from itertools import product
from random import Random
from typing import Any, get_args

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, EndTurn, Reveal, RollEntrance, Shoot, StartMove, Step
from rules.dawn_of_the_dead.effects import KINDS, Drawn
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Counters, Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.effects import to_json
from tests import soak
from tests.rows import each
from tests.rules.dawn_of_the_dead.chance import chosen, completed, dealt, scrambled
from tests.rules.dawn_of_the_dead.table import do, legal, table
from tests.rules.dawn_of_the_dead.test_view import with_other_secrets, without_draw

ROLES = ("table", "human", "zombie")
PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
COUNTERS: tuple[Counters, ...] = get_args(Counters)


def told(ruling: Verdict, role: str, *, lasting: bool = False) -> str:
    """Return the effects that a role is told, as text."""
    shown = game.effects_for(ruling.effects, role)
    return json.dumps([to_json(effect, lasting=lasting) for effect in shown])


def without_values(view: dict[str, Any]) -> str:
    """Return a view as text, without the values that the seat sees just now."""
    units = [{**unit, "value": None} for unit in view["zombies"]]
    return json.dumps({**view, "zombies": units, "shown": sorted(view["shown"]), "phase_state": None})


def outcome(position: Position, action: Action, seed: str) -> Verdict | None:
    """Return the ruling on an action with the same dice each time, or None if it cannot be done here."""
    if not game.check(position, action, waived=True).legal:
        return None
    return completed(position, action, Random(seed))[1]


def told_alike(role: str, position: Position, action: Action, rng: Random) -> int:
    """Assert that a role is told the same in a position with other secrets, if it sees the same come of it.

    Return how many pairs were compared.
    """
    other, seed = with_other_secrets(position, role, rng), str(rng.random())
    one, two = outcome(position, action, seed), outcome(other, action, seed)
    if one is None or two is None or one.after is None or two.after is None:
        return 0
    views = game.redact(one.after, role).to_json(), game.redact(two.after, role).to_json()
    if one.after.phase == "over" or without_values(views[0]) != without_values(views[1]):
        return 0  # The action itself showed a secret to this role.
    assert told(one, role, lasting=True) == told(two, role, lasting=True), action
    if json.dumps(views[0]) != json.dumps(views[1]):
        return 0
    assert told(one, role) == told(two, role), action
    return int(position != other)


class TestPairs:
    """2.3, 3.1, 7.7: pairs of positions that differ in secrets alone."""

    @pytest.mark.parametrize("role", ROLES)
    @pytest.mark.parametrize("games", [1, *soak.rest(soak.ENGINES, [4])])
    def test_2_3_all_through_a_game(self, small: Setting, role: str, games: int) -> None:
        rng, compared = Random(f"{role} effects"), 0
        for _ in range(games):
            position = dealt(small, rng)
            for _ in range(100):
                if position.phase == "over":
                    break
                action, ruling = completed(position, chosen(position, rng), rng)
                if position.phase not in {"place_hidden", "place_characters"}:
                    compared += told_alike(role, position, _asked(action), rng)
                assert ruling.after is not None
                position = ruling.after
        assert compared > 25 * games

    @pytest.mark.parametrize("times", [3, *soak.rest(soak.ENGINES, [12])])
    def test_7_7_in_any_phase(self, small: Setting, times: int) -> None:
        def check(role: str, phase: str, counters: Counters) -> None:
            rng, compared = Random(f"{role} {phase} {counters} effects"), 0
            for _ in range(times):
                position = scrambled(small, rng, phase, counters)
                for _ in range(8):
                    if position.phase == "over":
                        break
                    action, ruling = completed(position, chosen(position, rng), rng)
                    compared += told_alike(role, position, _asked(action), rng)
                    position = ruling.after or position
            # With cardboard counters the zombie player has no secret before him: nothing to compare.
            assert compared > times - 2 or (counters == "physical" and role == "zombie")

        each(product(ROLES, PHASES, COUNTERS), check)


def _asked(action: Action) -> Action:
    """Return an action without the units drawn for it; each position draws from its own pool."""
    return without_draw(action)


class TestWhoIsTold:
    """3.1, 7.7, 9.3, 11.1: only the zombie player is told what is his; nobody what only the referee knows."""

    def kinds(self, ruling: Verdict, role: str) -> list[str]:
        return [effect.name for effect in game.effects_for(ruling.effects, role)]

    def test_3_1_the_secret_squares(self, small: Setting) -> None:
        position = dealt(small, Random(1))
        ruling = game.rule(position, next(a for a in game.legal_actions(position)))
        assert self.kinds(ruling, "zombie") == ["hide", "phase"]
        assert self.kinds(ruling, "human") == self.kinds(ruling, "table") == ["phase"]

    def test_r_9_3a_a_hidden_zombie_under_a_unit(self) -> None:
        position = do(table(zombies={"023": 2}, hidden=["023"], hidden_box=[5]), StartMove(("peter",)))
        ruling = legal(position, Step("023"))
        assert "passed" in self.kinds(ruling, "zombie")
        bare = do(table(zombies={"023": 2}, hidden=["051"], hidden_box=[5]), StartMove(("peter",)))
        for role in ("human", "table"):
            assert told(ruling, role) == told(legal(bare, Step("023")), role)

    def test_11_1_what_a_super_zombie_looks_at(self) -> None:
        people = {"peter": "000", "roger": "044 super_zombie"}
        position = table("free_movement", people, {"045": 9}, phase_state={"die": 1, "left": 1})
        ruling = legal(position, {"do": "free_move", "super": "roger", "path": ["045"]})
        assert '"value": 9' in told(ruling, "zombie")
        assert self.kinds(ruling, "human") == self.kinds(ruling, "table") == ["move"]

    def test_13_3_what_is_drawn_face_down(self) -> None:
        """Nobody at the table is told, not even the zombie player."""
        position = table("generation", {"peter": "099"}, eliminated=[11, 8])
        ruling = legal(position, RollEntrance((1, 1), draw=(11, 8)))
        assert [e.value for e in ruling.effects if isinstance(e, Drawn)] == [11, 8]
        for role in ROLES:
            assert "draw" not in self.kinds(ruling, role)
            assert "11" not in told(ruling, role)

    def test_2_3_there_is_no_other_role(self) -> None:
        with pytest.raises(ValueError, match="umpire"):
            game.effects_for((), "umpire")


class TestForTheMoment:
    """2.3: values that players may only remember are in no list that can be read again later."""

    def test_6_0_the_value_of_a_unit_shot_at(self) -> None:
        position = do(table(people={"peter": "024"}, zombies={"022": 9}), StartMove(("peter",)))
        ruling = legal(position, Shoot(("peter",), "022", dice=(1, 1)))
        assert '"value": 9' in told(ruling, "human")
        assert '"strength": 9' in told(ruling, "human")
        assert "9" not in told(ruling, "human", lasting=True)

    def test_2_3_every_kind_with_a_value_or_a_strength_says_so(self) -> None:
        for kind in KINDS:
            named = {f.name for f in fields(kind)} & {"value", "strength"}
            assert kind.momentary == named, kind

    def test_4_0_an_end_of_turn_names_nothing_secret(self) -> None:
        ruling = legal(table(zombies={"044": 9}, hidden=["050"], hidden_box=[11]), EndTurn())
        assert ruling.effects == game.effects_for(ruling.effects, "table")

    def test_9_2_a_hidden_zombie_revealed_has_no_value_for_anybody(self) -> None:
        position = table("free_movement", hidden=["050"], hidden_box=[11])
        ruling = legal(position, Reveal("050", draw=(11,)))
        assert ruling.effects != game.effects_for(ruling.effects, "zombie")
        assert "11" not in told(ruling, "zombie")

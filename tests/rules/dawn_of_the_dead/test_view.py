"""What a seat sees, and that nothing which leaves the referee depends on what the seat may not know."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from itertools import product
from random import Random
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, EndTurn, OpenAttack, RollAttack, Shoot, StartMove
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.procedure import Verdict
from rules.dawn_of_the_dead.view import position_from_json
from rules.dawn_of_the_dead.zombies.hidden_zombies import must_all_come
from tests.rows import each
from tests.rules.dawn_of_the_dead.chance import dealt, lots, nonsense, played, scrambled
from tests.rules.dawn_of_the_dead.table import do, table

ROLES = ("table", "human", "zombie")
OPEN = {"turn", "mode", "counters", "characters", "zombies", "doors", "main_doors", "rifles", "move", "trail"}
PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")


def seen(position: Position, role: str) -> dict[str, int | None]:
    """Return the value of each unit as a seat sees it."""
    return {u["square"]: u["value"] for u in game.redact(position, role).to_json()["zombies"]}


class TestWhatLiesOpen:
    """2.3, 5.4 and 7.7: a value is seen only while the rules show it."""

    def test_2_3_face_down_units_show_no_value(self) -> None:
        position = table(zombies={"044": 3, "045": "7 berserk"})
        for role in ROLES:
            assert seen(position, role) == {"044": None, "045": None}
            assert [u["berserk"] for u in game.redact(position, role).to_json()["zombies"]] == [False, True]

    def test_5_4_one_with_a_character_does(self) -> None:
        position = table(people={"peter": "044"}, zombies={"044": 3, "045": 7})
        for role in ROLES:
            assert seen(position, role) == {"044": 3, "045": None}

    @pytest.mark.parametrize("status", ["stunned", "infected"])
    def test_5_4_whatever_his_status(self, status: str) -> None:
        assert seen(table(people={"peter": f"044 {status}"}, zombies={"044": 3}), "human") == {"044": 3}

    def test_6_0_one_that_was_shot_at_does_until_the_next_action(self) -> None:
        position = do(
            table(people={"peter": "024"}, zombies={"022": 9}),
            StartMove(("peter",)),
            Shoot(("peter",), "022", dice=(1, 1)),
        )
        assert seen(position, "human") == {"022": 9}
        assert game.redact(position, "human").to_json()["shown"] == {"022": 9}
        assert seen(do(position, Shoot(("peter",), "022", dice=(1, 1))), "human") == {"022": 9}
        assert seen(do(position, EndTurn()), "human") == {"022": None}

    def test_9_0_hidden_squares_are_for_the_zombie_player(self) -> None:
        position = table(hidden=["044", "050"], passed=["050"], hidden_box=[3, 7])
        assert game.redact(position, "zombie").to_json()["hidden"] == ["044", "050"]
        assert game.redact(position, "zombie").to_json()["passed"] == ["050"]
        for role in ("human", "table"):
            assert game.redact(position, role).to_json()["hidden"] is None
            assert game.redact(position, role).to_json()["passed"] is None

    def test_9_0_how_many_there_are_is_not_secret(self) -> None:
        position = table(hidden=["044", "050"], hidden_box=[3, 7])
        assert [game.redact(position, role).to_json()["hidden_count"] for role in ROLES] == [2, 2, 2]

    def test_3_1_nobody_looks_into_the_box_nor_at_the_eliminated(self) -> None:
        position = table(hidden_box=[3, 7], eliminated=[11])
        for role in ROLES:
            assert game.redact(position, role).to_json()["hidden_box"] == [None, None]
            assert game.redact(position, role).to_json()["eliminated"] == [None]

    def test_14_0_at_the_end_everything_lies_open(self) -> None:
        people = {"peter": "000 stunned", "roger": "- killed", "steve": "- killed", "fran": "001"}
        position = table("attack", people, {"000": 1, "045": 7}, hidden=["050"], hidden_box=[3])
        over = do(position, OpenAttack("000"), RollAttack("peter", (1, 1)))
        assert over.phase == "over"
        for role in ROLES:
            assert seen(over, role) == {"000": 1, "045": 7}
            assert game.redact(over, role).to_json()["hidden"] == ["050"]
            assert game.redact(over, role).to_json()["hidden_box"] == [3]

    def test_2_3_there_is_no_other_role(self) -> None:
        with pytest.raises(ValueError, match="umpire"):
            game.redact(table(), "umpire").to_json()


def with_other_secrets(position: Position, role: str, rng: Random) -> Position:
    """Return a position that looks the same to a role, with other face-down values and hidden squares."""
    shown = seen(position, role)
    down = [s for s in position.zombies if shown[s] is None]
    pool = [position.zombies[s].value for s in down]
    box, gone = position.hidden_box or (), position.eliminated
    pool += [*box, *gone]
    rng.shuffle(pool)
    zombies = dict(position.zombies)
    for square in down:
        zombies[square] = replace(zombies[square], value=pool.pop())
    changed = replace(
        position,
        zombies=zombies,
        hidden_box=tuple(pool.pop() for _ in box),
        eliminated=tuple(pool.pop() for _ in gone),
    )
    if role == "zombie" or not position.hidden:
        return changed
    squares = sorted(rng.sample(list(position.setting.board.squares), len(position.hidden)))
    passed = frozenset(s for s in squares if rng.random() < 0.3)
    return replace(changed, hidden=tuple(squares), passed=passed)


def as_written(view: game.View) -> Position:
    """Return the position that the open facts of a view's JSON describe."""
    written = {name: fact for name, fact in view.to_json().items() if name in OPEN}
    return position_from_json({**written, "phase": "human"}, view.setting)


def asked(position: Position, action: Action) -> Verdict:
    """Return the ruling on an action as a player is told it: what is drawn unseen is not among the needs."""
    ruling = game.check(position, action)
    return replace(ruling, needs={k: v for k, v in ruling.needs.items() if k != "draw"})


def may_ask(role: str, position: Position, action: Action) -> bool:
    """Return whether a role may ask for an action, and the answer may not depend on secrets.

    Once the map was swept, that the phase may end tells that the hidden ones left cannot appear, and where no
    unit may go tells where one waits: so the book wants it.
    """
    if role not in game.seats_for(action.do):
        return False
    return action.do not in {"next_phase", "free_move"} or not must_all_come(position)


def without_draw(action: Action) -> Action:
    undrawn: dict[str, Any] = {f.name: None for f in fields(action) if f.name == "draw"}
    return replace(action, **undrawn)


def same_to(role: str, position: Position, rng: Random) -> None:
    """Assert that a role is shown and told the same of a position and of one with other secrets."""
    other = with_other_secrets(position, role, rng)
    one, two = game.redact(position, role), game.redact(other, role)
    assert one == two
    assert _text(one.to_json()) == _text(two.to_json())
    assert one.open_position() == as_written(one) == two.open_position()
    listed = [a for a in game.legal_actions(position) if may_ask(role, position, a)]
    assert listed == [a for a in game.legal_actions(other) if may_ask(role, other, a)]
    questions = listed[:40] + [without_draw(nonsense(position, rng)) for _ in range(15)]
    for action in questions:
        if may_ask(role, position, action):
            assert asked(position, action) == asked(other, action), action


def _text(view: dict[str, Any]) -> str:
    return json.dumps(view)


class TestSecrets:
    """2.3, 3.1 and 7.7: pairs of positions that differ in secrets alone look alike and are ruled on alike."""

    @pytest.mark.parametrize("seeds", lots(4, 12))
    def test_7_7_in_any_phase(self, small: Setting, seeds: range) -> None:
        def check(phase: str, role: str, seed: int) -> None:
            rng = Random(f"{phase} {role} {seed}")
            same_to(role, scrambled(small, rng, phase), rng)

        each(product(PHASES, ROLES, seeds), check)

    @pytest.mark.parametrize("seeds", lots(1, 4))
    def test_2_3_all_through_a_game(self, small: Setting, seeds: range) -> None:
        def check(role: str, seed: int) -> None:
            rng = Random(f"{role} {seed}")
            for position in played(dealt(small, rng), rng, 60):
                if position.phase not in {"over", "place_hidden", "place_characters"}:
                    same_to(role, position, rng)

        each(product(ROLES, seeds), check)

    @pytest.mark.parametrize("seeds", lots(1, 4))
    def test_7_7_and_after_a_few_actions(self, small: Setting, seeds: range) -> None:
        def check(phase: str, seed: int) -> None:
            rng = Random(f"{phase} {seed}")
            for position in played(scrambled(small, rng, phase), rng, 12):
                for role in ROLES if position.phase != "over" else ():
                    same_to(role, position, rng)

        each(product(PHASES, seeds), check)

    def test_2_3_the_pairs_do_differ(self, small: Setting) -> None:
        """Otherwise the tests above would show nothing."""
        rng = Random(1)
        positions = [scrambled(small, rng, "human") for _ in range(20)]
        others = [with_other_secrets(p, "human", rng) for p in positions]
        assert sum(p.zombies != o.zombies for p, o in zip(positions, others, strict=True)) > 10
        assert sum(p.hidden != o.hidden for p, o in zip(positions, others, strict=True)) > 10


def test_7_7_with_cardboard_only_the_hidden_squares_are_secret(small: Setting) -> None:
    rng = Random(5)
    for phase in PHASES:
        position = scrambled(small, rng, phase, "physical")
        same_to("human", position, rng)

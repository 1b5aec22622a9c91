"""Random games and nonsense: no piece is lost or made, and the referee always answers."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from random import Random

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import FreeMove, Reveal, RollFreeMoves, from_json, to_json
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Counters, Position
from rules.dawn_of_the_dead.sequence import begin_state
from rules.dawn_of_the_dead.view import position_from_json, position_to_json
from tests.rows import each
from tests.rules.dawn_of_the_dead.chance import chosen, completed, dealt, lots, nonsense, scrambled
from tests.rules.dawn_of_the_dead.table import do, legal, table

PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
COUNTERS = ("digital", "physical")
SETTING_UP = frozenset({"place_hidden", "place_characters"})


def units(position: Position) -> Counter[int | None]:
    """Return the units on and off the map by value; on cardboard only how many there are."""
    values = [u.value for u in position.zombies.values()]
    values += [*(position.hidden_box or ()), *position.eliminated]
    return Counter([None] * len(values) if position.physical else values)


def sound(position: Position) -> None:
    """Assert what holds of every position, however it came about."""
    board = position.setting.board
    assert set(position.zombies) | set(position.hidden) <= set(board.squares)
    if position.phase not in SETTING_UP:
        for name, character in position.characters.items():
            assert (character.square is None) == (character.status == "killed"), name
            assert character.square is None or character.square in board.squares
            assert not character.rifle or character.in_play
    assert type(position.phase_state) is type(begin_state(position)) or position.phase == "over"
    source = json.loads(json.dumps(position_to_json(position)))
    assert position_from_json(source, position.setting) == position


def all_listed_are_legal(position: Position) -> None:
    """Assert that a move offered is a move accepted, also when it is written down and read again."""
    for action in game.legal_actions(position)[:60]:
        assert game.check(position, action).legal, action
        assert from_json(json.loads(json.dumps(to_json(action)))) == action


class TestLawfulPlay:
    """4.0: from any position every legal action can be carried out, and there is always one."""

    @pytest.mark.parametrize("seeds", lots(1, 4))
    def test_4_0_from_set_up_on(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, seed: int) -> None:
            rng = Random(f"{counters} {seed}")
            self.play(dealt(small, rng, counters), rng, 150)

        each(product(COUNTERS, seeds), check)

    @pytest.mark.parametrize("seeds", lots(2, 6))
    def test_4_0_from_any_phase_on(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, phase: str, seed: int) -> None:
            rng = Random(f"{counters} {phase} {seed}")
            self.play(scrambled(small, rng, phase, counters), rng, 40)

        each(product(COUNTERS, PHASES, seeds), check)

    @pytest.mark.parametrize("seed", range(2))
    def test_4_0_in_the_mall(self, mall: Setting, seed: int) -> None:
        rng = Random(seed)
        self.play(dealt(mall, rng), rng, 40)

    def play(self, position: Position, rng: Random, actions: int) -> None:
        start = units(position)
        for _ in range(actions):
            if position.phase == "over":
                assert game.legal_actions(position) == []
                return
            action, ruling = completed(position, chosen(position, rng), rng)
            if position.physical and ruling.cases[0] == "5.1":
                continue  # only the cardboard could tell that a step out of this square costs too much
            assert ruling.after is not None, action
            position = ruling.after
            sound(position)
            all_listed_are_legal(position)
            assert units(position) == start
            assert not any(position.characters[n].rifle for n in ("peter", "roger"))


class TestNonsense:
    """Whatever is asked gets a ruling, and what players force leaves a position that can be played on."""

    @pytest.mark.parametrize("seeds", lots(4, 14))
    def test_4_0_any_question_is_answered(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, phase: str, seed: int) -> None:
            rng = Random(f"{counters} {phase} {seed} nonsense")
            position = scrambled(small, rng, phase, counters)
            start = units(position)
            for _ in range(60):
                action = nonsense(position, rng)
                for ask in (game.check, game.rule, game.force):
                    ruling = ask(position, action)
                    assert ruling.cases
                    assert ruling.reason
                    assert ruling.legal or ruling.after is None
                    if ruling.after is not None:
                        sound(ruling.after)
                        assert units(ruling.after) == start

        each(product(COUNTERS, PHASES, seeds), check)

    @pytest.mark.parametrize("seeds", lots(4, 14))
    def test_4_0_play_goes_on_after_an_override(self, small: Setting, seeds: range) -> None:
        def check(counters: Counters, phase: str, seed: int) -> None:
            rng = Random(f"{counters} {phase} {seed} forced")
            position = scrambled(small, rng, phase, counters)
            start = units(position)
            for _ in range(40):
                if position.phase == "over":
                    return
                action = nonsense(position, rng)
                if not game.check(position, action).legal and game.force(position, action).legal:
                    forced, ruling = completed(position, action, rng, "force")
                    # Dice that do not fit are refused only once it is known who panicked.
                    assert ruling.legal or ruling.cases == ("6.6",), forced
                else:
                    _, ruling = completed(position, chosen(position, rng), rng)
                if ruling.after is not None:
                    position = ruling.after
                    sound(position)
                    assert units(position) == start

        each(product(COUNTERS, PHASES, seeds), check)


class TestForce:
    """Overrides: a refused action is done by the overruled case; an impossible one is not."""

    @pytest.mark.parametrize(("start", "to"), [("044", "046"), ("045", "035")])
    def test_7_0_a_move_beyond_the_rules(self, start: str, to: str) -> None:
        position = _free({start: 3})
        action = from_json({"do": "free_move", "from": start, "path": [to]})
        refused = game.rule(position, action)
        assert not refused.legal
        assert not refused.firm
        ruling = game.force(position, action)
        assert ruling.cases == refused.cases
        assert ruling.after is not None
        assert set(ruling.after.zombies) == {to}

    def test_7_4_a_unit_moved_twice_leaves_nothing_behind(self) -> None:
        """It went on by agreement; what is revealed where it paused has not been moved."""
        position = table("free_movement", {"peter": "000"}, {"044": 3}, hidden=["045"], hidden_box=[5])
        position = do(position, RollFreeMoves(6), FreeMove(("045",), "044"))
        forced = game.force(position, FreeMove(("046",), "045")).after
        assert forced is not None
        legal(do(forced, Reveal("045", draw=(5,))), FreeMove(("055",), "045"), "7.0")

    @pytest.mark.parametrize("path", [["045"], [], ["099"], ["046", "045"]])
    def test_7_6_but_not_two_units_in_one_square_nor_out_of_the_mall(self, path: list[str]) -> None:
        """044 has had its move, which may be overruled; where it would end may not."""
        position = _free({"044": 3, "045": 2})
        for first in ("044", "054"):
            once = position if first == "044" else _moved(position)
            action = from_json({"do": "free_move", "from": first, "path": path})
            ruling = game.force(once, action)
            assert not ruling.legal
            assert ruling.firm

    def test_7_0_what_is_legal_anyway_is_simply_done(self) -> None:
        action = from_json({"do": "free_move", "from": "044", "path": ["045"]})
        assert game.force(_free({"044": 3}), action) == game.rule(_free({"044": 3}), action)

    def test_14_0_nothing_is_forced_once_the_game_is_over(self) -> None:
        over = position_from_json(
            {**position_to_json(_free({})), "phase": "over", "winner": "human"}, _free({}).setting
        )
        ruling = game.force(over, from_json({"do": "next_phase"}))
        assert ruling.firm
        assert ruling.cases == ("14.0",)


def _free(zombies: dict[str, int | str | None]) -> Position:
    return do(
        table("free_movement", {"peter": "000"}, zombies), from_json({"do": "roll_free_moves", "die": 3})
    )


def _moved(position: Position) -> Position:
    return do(position, from_json({"do": "free_move", "from": "044", "path": ["054"]}))

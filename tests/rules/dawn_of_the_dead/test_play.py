"""Random games: what is listed is legal, what is legal is listed, and nothing gets lost on the way."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, ZombieMove, from_json, to_json
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.humans.human_movement import allowance
from rules.dawn_of_the_dead.position import IN_PLAY, PHASES, Position
from rules.dawn_of_the_dead.view import position_from_json, position_to_json
from tests import soak
from tests.rows import each
from tests.rules.dawn_of_the_dead.brute import candidates
from tests.rules.dawn_of_the_dead.chance import completed, dealt, lots, played, scrambled
from tests.rules.dawn_of_the_dead.small_mall import small_mall

LISTED_PHASES = [
    p for p in PHASES if p not in {"place_hidden", "place_characters", "hidden_appearance", "over"}
]


def games(setting: Setting, seeds: range, actions: int) -> Iterator[Position]:
    """Yield all positions of several random games, every third with cardboard counters."""
    for seed in seeds:
        rng = Random(seed)
        yield from played(dealt(setting, rng, "physical" if seed % 3 == 2 else "digital"), rng, actions)


@pytest.mark.parametrize("seeds", lots(3, 12))
def test_every_position_of_a_game_hangs_together(seeds: range) -> None:
    for position in games(small_mall(), seeds, 300):
        hangs_together(position)


def test_every_position_of_a_game_on_the_mall_hangs_together(mall: Setting) -> None:
    for position in games(mall, range(3), 120):
        hangs_together(position)
        if position.phase not in {"place_hidden", "over"}:
            assert position.hidden_box is not None
            assert len(position.hidden_box) == len(position.hidden)


def hangs_together(position: Position) -> None:
    """Assert what holds between any two actions."""
    _units_are_all_there(position)
    _people_are_all_there(position)
    _the_move_is_within_its_means(position)
    source = json.loads(json.dumps(position_to_json(position)))
    assert position_from_json(source, position.setting) == position


def _units_are_all_there(position: Position) -> None:
    """3.1, 7.6 and 13.3: fifty units, on the map, in the box or eliminated, one to a square."""
    pools = (*(position.hidden_box or ()), *position.eliminated)
    on_map = [unit.value for unit in position.zombies.values()]
    assert len(pools) + len(on_map) == 50
    if not position.physical:
        assert Counter([*pools, *on_map]) == Counter(position.setting.sheet.units)
    written = [z["square"] for z in position_to_json(position)["zombies"]]
    assert len(set(written)) == len(written)
    assert set(written) <= set(position.setting.board.squares)
    if position.physical:
        for square, unit in position.zombies.items():
            assert unit.value is None or position.revealed(square), "a unit face down that is still known"


def _people_are_all_there(position: Position) -> None:
    assert tuple(position.characters) == CHARACTERS
    if position.phase in {"place_hidden", "place_characters"}:
        return
    for name, character in position.characters.items():
        assert (character.square is None) is (character.status == "killed")
        assert not character.rifle or (name in {"steve", "fran"} and character.status in IN_PLAY)
    assert position.rifles + sum(c.rifle for c in position.characters.values()) <= 2


def _the_move_is_within_its_means(position: Position) -> None:
    """5.1, 5.2, 6.1, R-7.0a."""
    move = position.move
    if move is None:
        return
    assert 0 <= move.spent <= allowance(position, move)
    squares = {position.characters[n].square for n in move.characters + (move.carrying or ())}
    assert len(squares) == 1
    for name in move.characters:
        assert move.shots.get(name, 0) <= position.rating(name).fire_rate
        assert not position.characters[name].moved_last_turn
        assert position.characters[name].status in {"normal", "infected"}
    assert move.acted is bool(position.trail)
    assert not move.acted or position.trail[-1] in squares


def test_everything_listed_is_legal_and_can_be_carried_out() -> None:
    rng = Random(4)
    for position in games(small_mall(), range(20, 24), 150):
        listed = game.legal_actions(position)
        assert len(set(map(repr, listed))) == len(listed)
        for action in rng.sample(listed, min(len(listed), 12)):
            assert from_json(json.loads(json.dumps(to_json(action)))) == action
            _, ruling = completed(position, action, rng)
            if position.physical and ruling.cases[0] == "5.1":
                continue  # the value just read off the cardboard is too high to walk away from (5.4)
            assert ruling.legal, (action, ruling)
            assert ruling.after is not None
            assert ruling.cases


def same(action: Action) -> str:
    """Return what tells an action from others."""
    return json.dumps(to_json(action), sort_keys=True)


def assert_complete(position: Position) -> None:
    """Assert that the engine lists exactly the candidates that it finds legal."""
    legal = {same(a) for a in candidates(position) if game.check(position, a).legal and _worth_listing(a)}
    listed = {same(a) for a in game.legal_actions(position)}
    assert legal == listed, (sorted(legal - listed), sorted(listed - legal))


def _worth_listing(action: Action) -> bool:
    """Whether a walk is no detour: a circle ends where a shorter one does and inspects nothing (11.1)."""
    return (
        not isinstance(action, ZombieMove) or bool(action.super) or len(set(action.path)) == len(action.path)
    )


@pytest.mark.parametrize("phase", LISTED_PHASES)
@pytest.mark.parametrize("seeds", lots(8, 40))
def test_what_is_legal_is_listed(phase: str, seeds: range) -> None:
    """From positions at the start of a phase, and from a few that follow."""

    def check(seed: int) -> None:
        rng = Random(f"{phase} {seed}")
        position = scrambled(small_mall(), rng, phase)
        assert_complete(position)
        for after in played(position, rng, 4):
            if after.phase in LISTED_PHASES:
                assert_complete(after)

    each(zip(seeds), check)


@pytest.mark.parametrize("seeds", [range(40, 42), *soak.rest(soak.ENGINES, [range(42, 44)])])
def test_what_is_legal_is_listed_in_games(seeds: range) -> None:
    for number, position in enumerate(games(small_mall(), seeds, 120)):
        if number % 6 == 5 and position.phase in LISTED_PHASES:
            assert_complete(position)

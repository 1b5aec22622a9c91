"""What holds in whole games: nothing is negative, nobody acts too often, the dead stay dead."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.games.toolkit.random_play import followed
from referee.games.zombies_surviving import GAME
from rules.fields import name_of
from rules.zombies_surviving.position import ZOMBIES, Position
from rules.zombies_surviving.survival.economy import allowance, left
from tests import soak

SEEDS = ["1", "2", *soak.rest(soak.GAMES, [str(n) for n in range(3, 40)])]
SAME_THINGS = {
    "end_turn", "enter", "exit", "hide", "melee", "move", "observe", "reanimation", "remove_noise", "run",
    "shout", "spot", "token_meets", "tokens_move", "turn_ends", "zombies_go", "zombies_wander",
}  # fmt: skip
"""What neither finds, uses, nor loses anything."""
RISES = {"reanimation", "fuse", "event_happens", "correct"}


def check_numbers(position: Position) -> None:
    """Check that nothing that is counted is below none, and that all hold on to somebody who is there."""
    for name, one in position.figures.items():
        assert min(one.supplies, one.wounds, one.bites, one.spent, one.non_lethal) >= 0, (name, one)
        assert one.non_lethal <= one.wounds, (name, one)
        assert {*one.grabbed_by} <= position.figures.keys(), (name, one)
        for item in one.items:
            assert item.count >= 1, (name, item)
            assert item.loaded >= 0, (name, item)
    assert all(vehicle.points >= -1 for vehicle in position.vehicles.values())
    assert all(number >= 0 for number in position.counts.values()), position.counts


def check_step(before: Position, action: Any, after: Position) -> None:
    """Check what an action may not change."""
    do = name_of(type(action))
    for name, was in before.figures.items():
        now = after.figures.get(name)
        if was.kind == "corpse" and now is not None and now.kind != "corpse":
            assert do in RISES, (do, name)
            assert now.kind in ZOMBIES, now
        same_turn = before.turn == after.turn and before.phase == after.phase == "survival"
        if now is not None and same_turn and now.kind == was.kind == "survivor":
            used = now.spent - was.spent
            assert 0 <= used <= max(left(before, name), left(after, name) + used), (do, name)
            assert now.spent <= max(allowance(before, name), allowance(after, name)), (do, name)
    if do in SAME_THINGS:
        assert carried(before) == carried(after), do
    if before.turn < after.turn:
        over = [status for one in after.figures.values() for status in one.statuses
                if 0 < status.until < after.turn]  # fmt: skip
        assert not over, over
        assert all(not one.until or one.until >= after.turn for one in after.events)


def carried(position: Position) -> list[str]:
    """Return what is carried, by whomever: a corpse that rises or is gone leaves it to another name."""
    return sorted(str((one.supplies, one.items)) for one in position.figures.values() if one.items)


@pytest.mark.parametrize("seed", SEEDS)
def test_whole_games_keep_what_must_hold(seed: str) -> None:
    options = {"players": 2, "points": 0, "turns": 6, "objectives": "secret"}
    match, earlier, random = GAME.table(GAME.read_options(options)), list[object](), Random(seed)
    before: Position | None = None
    for action, after in followed(match, seed, 50, GAME.simulated_players(seed)):
        check_numbers(after)
        if before is not None and before.phase != "set_up":
            check_step(before, action, after)
        written = match.write_position(after)
        assert match.write_position(match.read_position(written)) == written
        before = after
        earlier.append(action)
        for stale in random.sample(earlier, min(8, len(earlier))):
            ruling = match.rule(after, stale)
            assert ruling.cases
            assert ruling.legal or (ruling.reason.endswith(".") and ruling.after is None), ruling
    assert before is not None
    assert match.finished(before)

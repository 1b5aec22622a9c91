"""Whole games for tests: at a table between simple players, and as steps from a simulated record."""

from __future__ import annotations

import shutil
from copy import copy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from referee.games.dawn_of_the_dead.ai.simple_players import HumanPlayer, Referee, ZombiePlayer
from referee.games.dawn_of_the_dead.ai.simulated_games import play
from referee.games.dawn_of_the_dead.records import replay, start_of
from referee.games.dawn_of_the_dead.report import Step
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.records.codec import parse
from referee.records.text import dump_line
from rules.dawn_of_the_dead import actions
from rules.dawn_of_the_dead.position import Position
from tests.referee.seated import Seated
from tests.rules.dawn_of_the_dead.table import legal

MOST = 3000
CARDBOARD = 4
HUMAN_PHASES = frozenset({"place_characters", "human"})
DEFENDING = frozenset({"attack", "generation"})


def play_out(table: Seated, seed: int = 40, turns: int = MOST) -> None:
    """Play a table to its end between simple players."""
    rng = Random(str(seed))
    referee = Referee(rng)
    human, zombie = HumanPlayer(referee, rng), ZombiePlayer(referee, rng)
    for _ in range(MOST):
        position = table.position
        if position.phase == "over" or position.turn > turns:
            return
        if position.phase in HUMAN_PHASES:
            _do(table, "human", human.choose(position))
        elif position.phase in DEFENDING and (defence := human.defend(position)):
            _do(table, "human", defence)
        else:
            _do(table, "zombie", zombie.choose(position))
    raise AssertionError("The game did not end.")


def _do(table: Seated, seat: str, action: actions.Action) -> None:
    """Do an action; every cardboard unit that it turns up shows a four."""
    data = actions.to_json(action)
    wanted = table.do(seat, data)["ruling"]["needs"]
    while wanted:
        assert set(wanted) <= {"value", "doors"}, wanted
        data["values"] = {**data.get("values", {}), **dict.fromkeys(wanted.get("value", ()), CARDBOARD)}
        if "doors" in wanted:
            data["doors"] = wanted["doors"][:1]
        wanted = table.do(seat, data)["ruling"]["needs"]


def copied(played: Seated, folder: Path) -> Seated:
    """Return a closed table on a copy of its database: a whole game takes too long for each test."""
    database = played.tables.database.path
    assert database is not None
    shutil.copytree(database.parent, folder, dirs_exist_ok=True)
    table = copy(played)
    table.tokens = dict(played.tokens)
    table.settings = played.settings | {"database_url": f"sqlite:///{folder / database.name}"}
    table.open()
    return table


def take_back(table: Seated) -> int:
    """Take back the last step, by agreement if need be, and return its number."""
    n = int(table.view()["undo"]["n"])
    if table.post("human", "/undo").status_code == 202:
        assert table.post("zombie", "/undo", answer="agree").get_json()["undo"] == "done"
    return n


@dataclass(frozen=True)
class Seen(Step):
    """A step with the positions before and after it, for tests to compare with what its effects say."""

    before: Position
    after: Position


@cache
def simulated(seed: str) -> tuple[Position, tuple[Seen, ...]]:
    """Return the start and the steps of a simulated game."""
    record = parse(map(dump_line, play(seed).lines))
    start = start_of(record)
    board, before, seen = start.setting.board, start, list[Seen]()
    for line, judged in zip(record.lines, replay(record, start), strict=True):
        action, effects = load_action(line["action"], board), judged.ruling.effects
        seen.append(Seen(line["n"], before.turn, action, effects, start, before, judged.position))
        before = judged.position
    return start, tuple(seen)


def steps(position: Position, *done: actions.Action) -> tuple[Seen, ...]:
    """Return the steps of a few actions from a position on; each must be legal and complete."""
    before, seen = position, list[Seen]()
    for n, action in enumerate(done, 1):
        ruling = legal(before, action)
        assert ruling.after is not None
        seen.append(Seen(n, before.turn, action, ruling.effects, position, before, ruling.after))
        before = ruling.after
    return tuple(seen)


def dice_of(action: actions.Action) -> tuple[int, ...]:
    """Return every die rolled for an action, panic checks first."""
    panic = tuple((getattr(action, "panic", None) or {}).values())
    die = getattr(action, "die", None)
    return (*panic, *(getattr(action, "dice", None) or ()), *(() if die is None else (die,)))

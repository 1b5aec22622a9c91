"""`verify` makes the referee choose again: its choices follow from the sealed seed, on every machine."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.battlecon import GAME
from referee.games.battlecon.ai import OPPONENT
from referee.games.battlecon.ai.portable_math import exp, log
from referee.games.battlecon.match import BattleRules
from referee.games.battlecon.options import table_options
from referee.games.toolkit.recording import recorded
from referee.records import codec
from referee.records.seals import choice_seed
from referee.records.text import dump_line
from referee.tables.record import replay_record
from rules.battlecon.actions import Action, ChooseFighter, CommitPair, Concede
from tests import soak
from tests.referee.cli import Cli
from tests.referee.games.battlecon.duel_tables import Duel, quick_thoughts
from tests.referee.games.battlecon.test_opponent_at_a_table import free, waits_for_a
from tests.rules.battlecon.table import after

pytestmark = pytest.mark.usefixtures("quick_referee")
SEED = "a seed"
Line = dict[str, Any]


def played(match: BattleRules) -> Iterator[Action]:
    """Yield a duel against the referee: both fighters and its first pair, and then its opponent gives up."""
    position = match.start(())
    fighter = OPPONENT.choose(position, choice_seed(SEED, 0))
    assert isinstance(fighter, ChooseFighter)
    other = "cadenza" if fighter.fighter != "cadenza" else "hikaru"
    for action in (fighter, ChooseFighter("a", other)):
        yield action
        position = after(match.rule(position, action))
    yield OPPONENT.choose(position, choice_seed(SEED, 0))
    yield Concede("a")


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """Give the record of that duel."""
    match = BattleRules(table_options({"opponent": "referee"}))
    with quick_thoughts():
        return list(recorded(match, played(match), SEED))


def problems(lines: list[Line]) -> list[str]:
    return GAME.records.problems(codec.parse([dump_line(line) for line in lines]), replay_record)


def test_choices_that_come_from_the_seed_hold(lines: list[Line]) -> None:
    assert problems(lines) == []


def test_a_pair_that_the_seed_does_not_give_is_reported(lines: list[Line]) -> None:
    """Somebody with the server's disk lays the referee another pair, under a seal that fits it."""
    pair = next(line for line in lines[1:] if line["action"]["do"] == "commit_pair")
    right = pair["action"]
    match = BattleRules(table_options({"opponent": "referee"}))
    position = match.start(())
    for line in lines[1:3]:
        position = after(match.rule(position, match.read(line["action"])))
    wrong = next(
        match.write(a)
        for a in match.actions(position)
        if isinstance(a, CommitPair) and a.seat == "b" and match.write(a) != right
    )
    forged = {**pair, "action": wrong, "seal": codec.seal(pair["nonce"], wrong)}
    (said,) = problems([forged if line is pair else line for line in lines])
    assert said == (
        f"Action {pair['n']}: the referee’s choice does not come from the sealed seed. "
        f"That gives {dump_line(right)}."
    )


def test_a_record_without_the_seal_of_the_seed_is_found(lines: list[Line]) -> None:
    assert problems([{**lines[0], "seals": {}}, *lines[1:-1], codec.closing({})]) == [
        "Seal 'dice' is missing: nothing shows where the referee's choices come from."
    ]


def test_another_seed_gives_other_choices(lines: list[Line]) -> None:
    nonce = lines[-1]["opened"]["dice"]["nonce"]
    found = []
    for other in ("another seed", "a third seed", "a fourth seed"):
        sealed = {**lines[0], "seals": {"dice": codec.seal(nonce, other)}}
        found += problems([sealed, *lines[1:-1], codec.closing({"dice": (nonce, other)})])
    assert found
    assert all("does not come from the sealed seed" in sentence for sentence in found)


@soak.ENGINES
def test_choices_after_something_was_taken_back_and_after_the_end(tmp_path: Path, cli: Cli) -> None:
    """The end laid the first seed open, so what is chosen after it comes from another one."""
    duel = Duel(tmp_path, fighters=(), options={"opponent": "referee"})
    waits_for_a(duel)
    duel.do("a", {"do": "choose_fighter", "fighter": free(duel)})
    waits_for_a(duel)
    assert duel.post("a", "/undo", n=3).get_json()["undo"] == "done"
    waits_for_a(duel)
    duel.do("a", {"do": "concede"})
    assert duel.post("a", "/undo").get_json()["undo"] == "done"
    assert duel.post("a", "/undo", n=4).get_json()["undo"] == "done"
    waits_for_a(duel)
    duel.do("a", {"do": "concede"})
    path = tmp_path / "duel.jsonl"
    path.write_bytes(duel.get("a", "/record").data)
    duel.tables.close()
    kept = [json.loads(line) for line in path.read_text().splitlines()]
    assert set(kept[-1]["opened"]) == {"dice", "dice_2"}
    checked = cli("verify", path)
    assert checked.status == 0, checked.out


def test_exponentials_and_logarithms_are_close_and_made_of_plain_arithmetic() -> None:
    for n in range(-400, 401):
        x = n / 8
        assert exp(x) == pytest.approx(math.exp(x), rel=1e-10)
        assert log(exp(x)) == pytest.approx(x, abs=1e-10)


PROBE = """
from referee.games.battlecon.ai.beat_game import BeatGame
from referee.games.battlecon.ai.search import Search, Scores, weights
from rules.battlecon.beat import Beat
from rules.battlecon.formats.position_reading import position_from_json
fighters = {"a": {"fighter": "hikaru", "finish": "four_winds"}, "b": {"fighter": "khadath"}}
position = position_from_json({"system": "battlecon", "fighters": fighters})
game = BeatGame.of(Beat(position), Search(Scores(weights())))
solution = game.solve()
print([one.hex() for one in (*solution.rows, *solution.columns)])
"""


@soak.ENGINES
def test_a_mix_is_the_same_to_the_last_digit_whatever_the_order_of_a_set() -> None:
    """Python hashes strings anew in each process, and other machines have other libraries of mathematics."""
    told = {
        subprocess.run(
            [sys.executable, "-c", PROBE],
            env={**os.environ, "PYTHONHASHSEED": hashes},
            capture_output=True,
            check=True,
        ).stdout
        for hashes in ("1", "2")
    }
    assert len(told) == 1


def test_no_module_of_the_opponent_rounds_as_a_machine_likes() -> None:
    """`sum` of floats rounds otherwise from Python 3.12 on; `exp` and `log` are the C library's."""
    folder = Path(sys.modules[OPPONENT.__module__].__file__ or "").parent
    texts = {name: (folder / f"{name}.py").read_text() for name in ("beat_game", "equilibrium", "search")}
    for name, text in texts.items():
        assert " sum(" not in text.replace("fsum(", ""), name
        assert " math import exp" not in text, name

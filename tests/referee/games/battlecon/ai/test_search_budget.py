"""The referee's time is shared: with many tables it looks less far ahead, and its record can be checked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee import heavy
from referee.games.battlecon import ai
from referee.games.battlecon.ai import OPPONENT, choose
from referee.games.battlecon.ai.choice import BUDGET, CROWD, LESS, MARKS, ONE_BEAT, ROUGHLY, SearchBudget
from referee.games.battlecon.match import BattleRules
from referee.games.battlecon.options import table_options
from referee.games.toolkit.recording import recorded
from referee.tables.automatic import bots
from rules.battlecon.actions import Action, Ante, ChooseFighter, CommitPair, Concede, Pass, Seat
from rules.battlecon.game import rule
from rules.battlecon.position import Position
from tests import soak
from tests.referee.cli import Cli
from tests.referee.games.battlecon.duel_positions import usual
from tests.rules.battlecon.table import after, pair

OPTIONS = table_options({"opponent": "referee"})


def ended(tables: int, budget: int = BUDGET) -> int:
    """Return after how many nodes a choice ends, asked at each node, where so many tables share a core."""
    shared = SearchBudget(budget, lambda: tables)
    return next(nodes for nodes in range(BUDGET + 1) if shared.spent(nodes))


def test_each_table_has_its_share_of_the_budget() -> None:
    assert [ended(tables) for tables in (1, 2, 3, 4, 5, 8, 9, 40)] == [
        BUDGET, BUDGET // 2, BUDGET // 4, BUDGET // 4, BUDGET // 8, BUDGET // 8, ONE_BEAT, ONE_BEAT
    ]  # fmt: skip


def test_a_thought_is_cut_short_where_tables_come_while_it_lasts() -> None:
    tables = iter([1, 1, 6, 6])
    budget = SearchBudget(sharing=lambda: next(tables))
    assert [budget.spent(nodes) for nodes in (10, MARKS[1], MARKS[2] - 1, MARKS[2], MARKS[2] + 1)] == [
        False, False, False, True, True
    ]  # fmt: skip


@soak.ENGINES
@pytest.mark.parametrize("tables", [1, 2, 3, 9])
def test_a_share_chooses_as_the_budget_does_at_which_it_ends(
    monkeypatch: pytest.MonkeyPatch, tables: int
) -> None:
    """That budget is one of those which `verify` tries."""
    position = usual("khadath", "kallistar", b_space=4)
    shared = choose(position, "b", "seed", SearchBudget(sharing=lambda: tables))
    assert shared == choose(position, "b", "seed", ended(tables))
    tried: list[object] = []
    monkeypatch.setattr(ai, "choose", lambda *asked: tried.append(asked[-1]))
    list(OPPONENT.choices(position, "seed"))
    assert ended(tables) in tried


@pytest.mark.parametrize("committed", [True, False])
def test_in_a_crowd_a_beat_with_antes_is_looked_at_roughly(committed: bool) -> None:
    """An ante is chosen for the pair that lies there, also where the rough look would leave that pair out."""
    position = usual("hikaru", "cadenza")
    if committed:
        position = after(rule(position, pair("a", "geomantic strike")))
        position = after(rule(position, pair("b", "grapnel drive")))
    seat: Seat = "a"
    chosen = choose(position, seat, "seed", SearchBudget(sharing=lambda: CROWD))
    assert isinstance(chosen, Ante | Pass if committed else CommitPair)
    assert chosen == choose(position, seat, "seed", ROUGHLY)
    assert rule(position, chosen).legal


def duel(choice: int) -> Iterator[Action]:
    """Yield a short duel in which the referee lays what `choices` gives in this place."""
    match = BattleRules(OPTIONS)
    position = match.start(())
    for action in (OPPONENT.choose(position, "seven/0"), None, Concede("a")):
        if action is None:
            taken = position.fighters["b"].fighter
            yield (mine := ChooseFighter("a", "kallistar" if taken != "kallistar" else "khadath"))
            position = after(rule(position, mine))
            action = list(OPPONENT.choices(position, "seven/0"))[choice]
        yield action
        position = after(rule(position, action))


@soak.ENGINES
@pytest.mark.slow
def test_verify_accepts_what_the_seed_gives_in_less_time(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each thought is thought once: a choice is made again for six records, with up to six budgets."""
    known: dict[str, Action] = {}

    def once(position: Position, seat: Seat, seed: str, budget: object) -> Action:
        asked = repr((position, seat, seed, budget if isinstance(budget, int) else "at leisure"))
        if asked not in known:
            known[asked] = choose(position, seat, seed, budget)  # type: ignore[arg-type]
        return known[asked]

    monkeypatch.setattr(ai, "choose", once)
    match = BattleRules(OPTIONS)
    for choice in range(len(LESS) + 1):
        path = tmp_path / f"{choice}.jsonl"
        lines = list(recorded(match, duel(choice), "seven"))
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        checked = cli("verify", path)
        assert checked.status == 0, checked.out


def test_the_tables_of_now_share_its_processes_and_those_of_when_a_table_began_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heavy.POOL, "size", 2)
    store: Any = SimpleNamespace(on_change=[])
    shares = bots.Opponents(store, store)
    shared: list[int] = []
    for now, waited in ((1, 1), (2, 1), (6, 1), (1, 6), (0, 1)):
        monkeypatch.setattr(shares, "_thinking", {str(n): waited for n in range(now)})
        shared.append(shares._sharing("0"))
    assert shared == [1, 1, 3, 3, 1]

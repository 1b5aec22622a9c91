"""Looking at the next beat as well: within its budget, the same each time, where play is likely to go."""

from __future__ import annotations

import pytest

from referee.games.battlecon.ai.beat_game import BeatGame
from referee.games.battlecon.ai.choice import SearchBudget, deepened, next_value
from referee.games.battlecon.ai.equilibrium import Solution
from referee.games.battlecon.ai.search import ROUGH, Scores, Search, laid, weights
from rules.battlecon.beat import Beat
from tests import soak
from tests.referee.games.battlecon.duel_positions import usual
from tests.rules.battlecon.table import pair

BUDGET = 8_000
ONE_GAME = 6_000
"""The nodes that one more beat may take."""


def solved(budget: int) -> tuple[BeatGame, Solution]:
    """Return the game of a beat, looked into so far."""
    game = BeatGame.of(Beat(usual("khadath", "kallistar", b_space=4)), Search(Scores(weights())))
    return game, deepened(game, SearchBudget(budget))


def test_without_a_budget_nothing_more_is_looked_at() -> None:
    game, solution = solved(0)
    assert solution == game.solve()


@soak.ENGINES
def test_the_budget_is_kept_and_the_same_comes_of_it_each_time() -> None:
    game, solution = solved(BUDGET)
    again, same = solved(BUDGET)
    assert (same, again.tables) == (solution, game.tables)
    assert BUDGET <= game.search.nodes <= BUDGET + ONE_GAME


def test_likely_cells_have_the_value_of_the_next_beat() -> None:
    shallow, solution = solved(0)
    deep, _ = solved(BUDGET)
    changed = [
        (row, column)
        for row, line in enumerate(shallow.tables[0])
        for column, won in enumerate(line)
        if won != deep.tables[0][row][column]
    ]
    likely = {
        (row, column)
        for row, a in enumerate(solution.rows)
        for column, b in enumerate(solution.columns)
        if a * b > 0
    }
    assert set(changed) & likely
    row, column = changed[0]
    beat = laid(shallow.outcomes[0], shallow.pairs["a"][row], shallow.pairs["b"][column])
    assert deep.tables[0][row][column] == next_value(Search(shallow.search.scores), beat)


def test_a_rough_game_without_tokens_is_the_whole_one() -> None:
    beat = Beat(usual("khadath", "kallistar"))
    whole, rough = (make(beat.copy(), Search(Scores(weights()))) for make in (BeatGame.of, BeatGame.rough))
    assert rough.tables == whole.tables


def test_a_rough_game_with_tokens_comes_near_the_whole_one() -> None:
    beat = Beat(usual("cadenza", "kallistar", a_space=3))
    whole, rough = (make(beat.copy(), Search(Scores(weights()))) for make in (BeatGame.of, BeatGame.rough))
    assert rough.search.nodes < whole.search.nodes
    assert rough.solve(ROUGH).value == pytest.approx(whole.solve(ROUGH).value, abs=0.05)


def test_there_is_no_next_beat_where_the_duel_ends_or_bases_are_chosen_first() -> None:
    search = Search(Scores(weights()))
    over = Beat(usual("khadath", "kallistar", a_space=3, b_space=4, b_life=1, a_special=False))
    ready = BeatGame.bare(over, search).outcomes[0]
    assert next_value(search, laid(ready, pair("a", "hunters drive"), pair("b", "ignition shot"))) is None
    clash = BeatGame.bare(Beat(usual("khadath", "kallistar")), search).outcomes[0]
    assert next_value(search, laid(clash, pair("a", "lure drive"), pair("b", "volcanic strike"))) is None

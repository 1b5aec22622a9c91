"""A second beat: where the equilibrium of a beat is likely to lead, the next one is solved too."""

from __future__ import annotations

from referee.games.battlecon.opponent.beat_game import BeatGame
from referee.games.battlecon.opponent.equilibrium import Solution
from referee.games.battlecon.opponent.looking_ahead import ROUGH, LookAhead, laid
from referee.games.battlecon.opponent.patience import Patience
from rules.battlecon.beat import Beat

LIKELY = 0.004
"""A cell is looked into if it is at least so likely."""
AT_ONCE = 8
"""So many cells are looked into before the equilibrium is worked out again."""
Cell = tuple[int, int, int]


def deepened(game: BeatGame, patience: Patience) -> Solution:
    """Return the equilibrium after looking into its likeliest cells, until its patience runs out.

    Only cells that come into the equilibrium matter to it, so most tables are never worked out two beats
    deep.
    """
    looked: set[Cell] = set()
    while not patience.spent(game.look.nodes):
        solution = game.solve(ROUGH)
        cells = [cell for cell in _likeliest(game, solution) if cell not in looked][:AT_ONCE]
        if not cells:
            break
        for cell in cells:
            looked.add(cell)
            _look_into(game, cell)
            if patience.spent(game.look.nodes):
                break
    return game.solve()


def next_value(look: LookAhead, beat: Beat) -> float | None:
    """Return the chance that `a` wins, one beat further; None where that beat has no pairs to choose.

    Its nodes count towards those of `look`.
    """
    after = look.last_of(beat)
    if after is None:
        return None
    further = LookAhead(look.scores)
    value = BeatGame.rough(after, further).solve(ROUGH).value
    look.nodes += further.nodes
    return value


def _likeliest(game: BeatGame, solution: Solution) -> list[Cell]:
    """Return the cells that matter, the likeliest first."""
    weighed = [
        (-weight, (outcome, row, column))
        for outcome, table in enumerate(game.weights(solution))
        for row, line in enumerate(table)
        for column, weight in enumerate(line)
        if weight >= LIKELY
    ]
    return [cell for _, cell in sorted(weighed)]


def _look_into(game: BeatGame, cell: Cell) -> None:
    outcome, row, column = cell
    beat = laid(game.outcomes[outcome], game.pairs["a"][row], game.pairs["b"][column])
    value = next_value(game.look, beat)
    if value is not None:
        game.tables[outcome][row][column] = value

"""What `make lint` refuses: a position or an action handed to another game, or looked into unknown.

Nothing runs this. In its strict mode mypy also refuses a comment here that ignores no error.
"""

from __future__ import annotations

from pure_strategy.game import GAME as BIDS
from referee.games.battlecon import GAME as DUEL
from referee.games.dawn_of_the_dead import GAME as DAWN
from referee.games.interface import Documents, Rules


def cross(documents: Documents, match: Rules) -> None:
    """Cross the games, a line for each way."""
    one, other, third = DUEL.match({}, documents), DAWN.match({}, documents), BIDS.match({}, documents)
    one.rule(one.start(()), one.read({}))
    one.rule(other.start(()), one.read({}))  # type: ignore[arg-type]
    other.rule(other.start(()), third.read({}))  # type: ignore[arg-type]
    third.view(one.start(()), "a")  # type: ignore[arg-type]
    match.start(()).beat  # type: ignore[attr-defined] # noqa: B018 - looked at, not used
    match = one  # type: ignore[assignment]

"""The results of finished games: winner, length, luck of the dice, characters lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction

from referee.games.dawn_of_the_dead.own_tables import OwnFinished
from referee.games.dawn_of_the_dead.report.luck import SIDES, dice_luck
from referee.games.dawn_of_the_dead.report.story import steps_of
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS

LOST = ("infected", "super_zombie", "killed")
"""The statuses in which a character counts as lost at the end (6.5, 8.5, 11.0)."""


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game.

    `winner` is "human" or "zombie". `turns` counts Game-Turns, `minutes` the time from the first line of the
    record to the last (None where it is not known). `luck` gives for each side the sum of its dice less 3.5
    for each die. `fates` gives the condition in which each character ended, `names` those of the players by
    seat.
    """

    code: str
    mode: str
    winner: str
    date: str
    turns: int
    minutes: int | None
    luck: dict[str, Fraction]
    fates: dict[str, str]
    names: Mapping[str, str] = field(default_factory=dict)


def result(code: str, game: OwnFinished) -> Result:
    """Return the result of a finished game."""
    last = {entry.side: entry.over for entry in dice_luck(steps_of(game))}
    position = game.positions[-1]
    return Result(
        code=code,
        mode=position.mode,
        winner=position.winner or "",
        date=game.standing[-1].at[:10],
        turns=game.standing[-1].turn,
        minutes=minutes_between(game.lines[0].at, game.standing[-1].at),
        luck={side: last.get(side, Fraction(0)) for side in SIDES},
        fates={name: character.status for name, character in position.characters.items()},
        names={seat: game.names[seat] for seat in game.match.seats if seat in game.names},
    )


def minutes_between(first: str, last: str) -> int | None:
    """Return the whole minutes between two times of a record, at least 1; None if one is unreadable."""
    try:
        seconds = (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()
    except ValueError:
        return None
    return max(1, round(seconds / 60))


def duration(minutes: int) -> str:
    """Return a number of minutes in words: "2 h 5 min"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def losses(results: Iterable[Result]) -> dict[str, dict[str, int]]:
    """Return how often each character ended infected, as a super zombie, or killed."""
    count = {name: dict.fromkeys(LOST, 0) for name in CHARACTERS}
    for one in results:
        for name, status in one.fates.items():
            if status in LOST:
                count[name][status] += 1
    return count


def wins(results: Sequence[Result]) -> dict[str, tuple[int, int]]:
    """Return for each mode that was played how often the characters won, and how often the zombies did."""
    modes = dict.fromkeys(one.mode for one in results)
    return {
        mode: (
            sum(one.mode == mode and one.winner == "human" for one in results),
            sum(one.mode == mode and one.winner == "zombie" for one in results),
        )
        for mode in modes
    }

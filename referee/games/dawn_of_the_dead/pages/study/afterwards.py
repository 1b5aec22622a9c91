"""What the report says: the end, the plots with their figures as tables, the secrets, the seals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.pages.log.agreement import secrets_lay_open
from referee.games.dawn_of_the_dead.pages.moment import figures, revealed_secrets
from referee.games.dawn_of_the_dead.pages.moment.outcome import outcome
from referee.games.dawn_of_the_dead.pages.wording import NAMES, PHASES, STATUSES, counted, players, winner
from referee.games.dawn_of_the_dead.records import OwnFinished, table_setting
from referee.games.dawn_of_the_dead.report import duration, minutes_between, steps_of
from referee.records import codec
from referee.records.seals import SEAL
from referee.records.text import dump_line
from referee.web.pages.shelves import day
from rules.dawn_of_the_dead.position import Position

Json = Mapping[str, Any]
SEALS = {
    "hidden": "The five hidden squares",
    "draw": "The order of the drawn units",
    "dice": "The seed of the referee’s dice and draws",
}
NEXT_SEED = "The seed of the dice from then on"
"""What the seals are that were made when the end was taken back."""


def overview(game: OwnFinished, lines: Sequence[Json], base: str) -> Json:
    """Return everything the report shows. `lines` come from the record, `base` is the table's address."""
    steps = steps_of(game)
    start, setting = game.positions[0], table_setting(game.match)
    return {
        "code": base.rsplit("/", 1)[1],
        "replay_url": f"{base}/report/0",
        "file_url": f"{base}/report/file",
        "end": _end(game, base),
        "reopened": secrets_lay_open(game.reopened),
        "course": figures.course(steps),
        "shooting": figures.shooting(steps),
        "luck": figures.luck(steps),
        "hidden": revealed_secrets.hidden(steps, setting.board, base),
        "units": revealed_secrets.units(start, steps, base),
        "physical": start.physical,
        "seals": seals(lines),
    }


def _end(game: OwnFinished, base: str) -> Json:
    """Return who won, by which case, when; and how long the game took."""
    last, position = game.standing[-1], game.positions[-1]
    back = len(game.lines) - len(game.standing)
    done = counted(len(game.standing), "action")
    facts = [
        ("Players", players(game.match.seats, game.names)),
        ("Played on", _played_on(last.at)),
        ("Ended in", f"Game-Turn {last.turn}, {PHASES[game.positions[-2].phase].name}"),
        ("Record", f"{done}, {back} taken back" if back else done),
        ("Time", _lasted(game.lines[0].at, last.at)),
    ]
    return {
        "word": winner(position.mode, position.winner or "", game.names),
        "outcome": outcome(position.mode, position.winner or ""),
        "reason": _why(position),
        "case": "14.1" if position.winner == "zombie" else "14.2",
        "last": last.story,
        "last_url": f"{base}/report/{last.n}",
        "facts": [{"name": name, "value": value} for name, value in facts if value],
    }


def _why(position: Position) -> str:
    """Return what won the game (14.1, 14.2)."""
    if position.winner == "human":
        return "Every main door is closed, the rifles are in hand, and no zombie is left."
    fallen = [(n, c.status) for n, c in position.characters.items() if c.status not in {"normal", "stunned"}]
    return "Lost or infected: " + ", ".join(f"{NAMES[n]} ({STATUSES[status]})" for n, status in fallen) + "."


def _played_on(moment: str) -> str:
    """Return the day of a line of the record, or "" where its time is unreadable."""
    try:
        return day(moment)
    except ValueError:
        return ""


def _lasted(first: str, last: str) -> str:
    """Return the time from the first line to the last in hours and minutes, or "" if unknown."""
    minutes = minutes_between(first, last)
    return duration(minutes) if minutes else ""


def seals(lines: Sequence[Json]) -> list[Json]:
    """Return what was sealed, and whether each seal holds, by the checks of `referee verify`."""
    record = codec.parse(map(dump_line, lines))
    misrolled = records.chance_problems(record)
    checked: list[Json] = []
    for name, digest in record.header["seals"].items():
        problem = codec.seal_problem(record, name)
        if not problem and name == SEAL and misrolled:
            problem = misrolled[0]
        opened = (record.opened or {}).get(name) or {"nonce": "", "value": ""}
        value = opened["value"]
        checked.append(
            {
                "name": SEALS.get(name, NEXT_SEED if name.startswith(f"{SEAL}_") else name),
                "digest": digest,
                "nonce": opened["nonce"],
                "value": ", ".join(map(str, value)) if isinstance(value, list) else str(value),
                "holds": not problem,
                "problem": problem,
            }
        )
    return checked

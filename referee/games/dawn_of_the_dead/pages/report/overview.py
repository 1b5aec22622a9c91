"""The report after a game: its end, its plots with their tables, the secrets, the seals."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from referee import heavy
from referee.errors import Problem
from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.labels.wording import (
    NAMES,
    PHASES,
    STATUSES,
    counted,
    people,
    players,
    winner,
)
from referee.games.dawn_of_the_dead.pages.game_log import secrets_lay_open
from referee.games.dawn_of_the_dead.pages.report import figures
from referee.games.dawn_of_the_dead.pages.report.replay import replayed
from referee.games.dawn_of_the_dead.pages.status_bar import outcome
from referee.games.dawn_of_the_dead.records import OwnFinished, own_finished, table_setting
from referee.games.dawn_of_the_dead.report import (
    Chapter,
    Hiding,
    Step,
    Unit,
    duration,
    hidings,
    minutes_between,
    steps_of,
    units_of,
)
from referee.games.dawn_of_the_dead.seats import seats
from referee.games.interface import ReplayRecord
from referee.games.interface.host import host
from referee.games.toolkit.http import format_day, url_at, without_caching
from referee.records import codec
from referee.records.seals import SEAL
from referee.records.text import Json, dump_line
from rules.board.board import Board
from rules.dawn_of_the_dead.position import Position
from rules.questions import TABLE


def hidden(steps: Sequence[Step], board: Board, base: str) -> list[Json]:
    """Return the hidden squares: where, how and when each zombie showed itself, and what it was worth."""
    return [
        {
            "square": hiding.square,
            "area": board.squares[hiding.square].area.name,
            "how": _how(hiding),
            "turn": hiding.turn,
            "value": "–" if hiding.value is None else str(hiding.value),
            "url": f"{base}/report/{hiding.n}" if hiding.n else "",
        }
        for hiding in hidings(steps)
    ]


def units(start: Position, steps: Sequence[Step], base: str) -> list[Json]:
    """Return all units, the lowest value first: where each began, what happened to it, where it ended."""
    return [_unit(unit, base) for unit in units_of(start, steps)]


def _how(hiding: Hiding) -> str:
    if hiding.how == "met":
        return f"met by {people(hiding.by)}" if hiding.by else "met by a character"
    return "revealed by the zombie player" if hiding.how else "never appeared"


def _unit(unit: Unit, base: str) -> Json:
    began, *rest = unit.chapters
    return {
        "value": "?" if unit.value is None else str(unit.value),
        "began": began.square
        if began.what == "began"
        else "drawn unseen"
        if began.what != "boxed"
        else "box",
        "chapters": [
            {"text": _words(c), "turn": c.turn, "url": f"{base}/report/{c.n}"}
            for c in (rest if began.what in {"began", "boxed"} else unit.chapters)
        ],
        "ended": unit.square or ("eliminated" if unit.fate == "eliminated" else "never drawn"),
    }


def _words(chapter: Chapter) -> str:
    verbs = {"appeared": "appeared in", "entered": "entered at", "eliminated": "eliminated in"}
    return f"{verbs[chapter.what]} {chapter.square}"


SEALS = {
    "hidden": "The five hidden squares",
    "draw": "The order of the drawn units",
    "dice": "The seed of the referee’s dice and draws",
}
NEXT_SEED = "The seed of the dice from then on"
"""The name of a seal that was made when the end was taken back."""


def overview(game: OwnFinished, lines: Sequence[Json], base: str, replay: ReplayRecord) -> Json:
    """Return everything the report shows.

    `lines` come from the record, which `replay` plays again; `base` is the table's address.
    """
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
        "hidden": hidden(steps, setting.board, base),
        "units": units(start, steps, base),
        "physical": start.physical,
        "seals": seals(lines, replay),
    }


def _end(game: OwnFinished, base: str) -> Json:
    """Return who won, by which case, when; and how long the game took."""
    last, position = game.standing[-1], game.positions[-1]
    back = len(game.lines) - len(game.standing)
    done = counted(len(game.standing), "action")
    facts = [
        ("Players", players(seats(game.match.options), game.names)),
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
        return format_day(moment)
    except ValueError:
        return ""


def _lasted(first: str, last: str) -> str:
    """Return the time from the first line to the last in hours and minutes, or "" if unknown."""
    minutes = minutes_between(first, last)
    return duration(minutes) if minutes else ""


def seals(lines: Sequence[Json], replay: ReplayRecord) -> list[Json]:
    """Return what was sealed, and whether each seal holds, by the checks of `referee verify`."""
    record = codec.parse(map(dump_line, lines))
    misrolled = records.chance_problems(record, replay)
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


bp = Blueprint("report", __name__, url_prefix="/t/<code>/report")


@bp.get("/file")
def file(code: str) -> Response:
    """Return the report as one file that needs no network: its styles are in it, and its links are words."""
    host().browser.current_seat(code)
    return host().pages.report(code, file=True)


@bp.get("/<int:n>")
def at(code: str, n: int) -> Response:
    """Show the map after line `n` of the record, 0 for the map before the first, with the story around it."""
    host().browser.current_seat(code)
    game = own_finished(host().tables.finished(code))
    if game is None:
        return host().pages.report_not_ready(code, host().tables.system(code))
    if n > (game.lines[-1].n if game.lines else 0):
        raise Problem(404, f"The record of this game has no line {n}.")
    shown = replayed(game, n, url_at(f"/t/{code}"))
    name = (
        "dawn_of_the_dead/report/_update.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/report/replay.html"
    )
    return without_caching(make_response(render_template(name, replay=shown, map=shown["map"])))


def overview_of(code: str) -> Json:
    """Return what the report on a finished game shows."""
    game = own_finished(host().tables.finished(code))
    assert game is not None, "only of a finished game there is a report"
    record = host().tables.record(code, TABLE)
    return heavy.run(
        heavy.REPORTS, overview, game.in_short(), record, url_at(f"/t/{code}"), host().tables.replay_record
    )

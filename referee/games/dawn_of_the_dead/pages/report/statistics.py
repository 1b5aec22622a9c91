"""All finished games of this device on one page: wins, length, luck, and who was lost how often."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from flask import Blueprint, Response, make_response, render_template, request

from referee import heavy
from referee.errors import Unavailable
from referee.games.dawn_of_the_dead.labels.wording import NAMES, counted, players
from referee.games.dawn_of_the_dead.pages.report.figures import decimal
from referee.games.dawn_of_the_dead.records import own_finished
from referee.games.dawn_of_the_dead.report import LOST, Result, duration, losses, result, wins
from referee.games.interface.host import host
from referee.games.toolkit.http import format_day, url_at
from referee.printing import plots
from referee.printing.figures import Chart, Figure
from referee.printing.plots import Across, beside_average, signed
from referee.records.text import Json
from rules.dawn_of_the_dead import view
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from rules.sentences import listed, times

bp = Blueprint("statistics", __name__, url_prefix="/statistics")
MODES = {"two-player": "Two players", "solitaire": "Solitaire", "cooperative": "Together"}
FATES = {"infected": "infected", "super_zombie": "super zombie", "killed": "killed"}
AT_ONCE = 12
"""New games that one answer reads; the page asks for the rest by itself."""
_KEPT = 2000


class _Results:
    """The results of games that this server has read, as long as they stay finished."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._by_game: OrderedDict[tuple[str, int | None], Result | None] = OrderedDict()

    def known(self, code: str) -> bool:
        """Whether the result of a game was read before."""
        with self._guard:
            return _now(code) in self._by_game

    def of(self, code: str) -> Result | None:
        """Return the result of a game, or None where it is not over or cannot be read."""
        now = _now(code)
        with self._guard:
            if now in self._by_game:
                return self._by_game[now]
        try:
            game = own_finished(host().tables.finished(code))
        except Unavailable:
            return None
        if game is None:
            return None
        one = heavy.run(heavy.REPORTS, result, code, game.in_short())
        with self._guard:
            self._by_game[now] = one
            if len(self._by_game) > _KEPT:
                self._by_game.popitem(last=False)
            return one


def _now(code: str) -> tuple[str, int | None]:
    """Return a game with its version: the end of a game may be taken back."""
    return code, host().tables.version(code)


_RESULTS = _Results()


@bp.get("")
def statistics() -> Response:
    """Show the statistics of the games that this browser holds a seat at."""
    shown, fresh, waiting = [], 0, 0
    for code, _ in host().browser.seats_of_cookies():
        if not _of_this_game(code):
            continue
        known = _RESULTS.known(code)
        if not known and fresh >= AT_ONCE:
            waiting += 1
        elif (one := _RESULTS.of(code)) is not None:
            fresh += not known  # A game that goes on is looked at each time and must not use up the count.
            shown.append(one)
    page = overview(sorted(shown, key=lambda one: (one.date, one.code)), waiting)
    name = (
        "dawn_of_the_dead/statistics/_statistics.html"
        if request.headers.get("HX-Request")
        else "dawn_of_the_dead/statistics/statistics.html"
    )
    answer = make_response(render_template(name, statistics=page))
    answer.headers["Vary"], answer.headers["Cache-Control"] = "HX-Request, Cookie", "no-store"
    return answer


def _of_this_game(code: str) -> bool:
    """Whether a table plays the game that these statistics are of; True for one that cannot be played."""
    try:
        return host().tables.system(code) == view.SYSTEM
    except Unavailable:
        return True


def overview(results: Sequence[Result], waiting: int = 0) -> Json:
    """Return what the page shows: `results` in the order of play; `waiting` games are still to be read."""
    figures = [_wins(results), _losses(results), _turns(results), _luck(results)] if results else []
    return {
        "count": len(results),
        "waiting": waiting,
        "figures": figures,
        "facts": _facts(results) if results else [],
        "games": [_game(one) for one in reversed(results)],
    }


def _facts(results: Sequence[Result]) -> list[Json]:
    humans = sum(one.winner == "human" for one in results)
    minutes = [one.minutes for one in results if one.minutes]
    longest = max(results, key=lambda one: one.turns)
    facts = [
        ("Finished games", str(len(results))),
        ("Characters won", f"{humans} of {len(results)}"),
        ("Time at the table", duration(sum(minutes)) if minutes else ""),
        ("Longest", counted(longest.turns, "Game-Turn")),
    ]
    return [{"name": name, "value": value} for name, value in facts if value]


def _game(one: Result) -> Json:
    """Return a line of the list of games."""
    lost = [NAMES[name] for name, status in one.fates.items() if status in LOST]
    return {
        "code": one.code,
        "url": url_at(f"/t/{one.code}/report"),
        "date": format_day(one.date),
        "players": players(one.names, one.names) or MODES[one.mode],
        "won": "Characters" if one.winner == "human" else "Zombies",
        "turns": counted(one.turns, "Game-Turn"),
        "lost": ", ".join(lost) or "nobody",
        "time": duration(one.minutes) if one.minutes else "",
    }


def _wins(results: Sequence[Result]) -> Figure:
    by_mode = wins(results)
    rows = [
        (MODES[mode], [("alone", float(human)), ("attack", float(zombie))], f"{human} : {zombie}")
        for mode, (human, zombie) in by_mode.items()
    ]
    humans = sum(human for human, _ in by_mode.values())
    if len(results) == 1:
        says = f"The {'characters' if humans else 'zombies'} won the only game."
    else:
        says = f"The characters won {humans} of {len(results)} games, the zombies {len(results) - humans}."
    chart = Chart(
        "Games won",
        ("Players", "Won by the characters", "Won by the zombies"),
        tuple((MODES[mode], str(human), str(zombie)) for mode, (human, zombie) in by_mode.items()),
    )
    legend = (("alone", "won by the characters"), ("attack", "won by the zombies"))
    return Figure("wins", "bars", "Games won", says, plots.bars(rows), chart, legend)


def _losses(results: Sequence[Result]) -> Figure:
    count = losses(results)
    rows = [
        (
            NAMES[name],
            [(status, float(count[name][status])) for status in LOST],
            f"{sum(count[name].values())} of {len(results)}",
        )
        for name in CHARACTERS
    ]
    most = max(sum(one.values()) for one in count.values())
    unlucky = [NAMES[name] for name in CHARACTERS if sum(count[name].values()) == most]
    says = (
        f"Lost or infected most often: {listed(unlucky)}, {times(most)}{' each' if len(unlucky) > 1 else ''}."
        if most
        else "No character was ever lost or infected."
    )
    chart = Chart(
        "How often each character was lost or infected",
        ("Character", *(FATES[status].capitalize() for status in LOST)),
        tuple((NAMES[name], *(str(count[name][status]) for status in LOST)) for name in CHARACTERS),
    )
    return Figure(
        "losses", "bars", "Who was lost or infected", says, plots.bars(rows) if most else None, chart,
        tuple((status, FATES[status]) for status in LOST),
    )  # fmt: skip


def _turns(results: Sequence[Result]) -> Figure:
    mean = sum(one.turns for one in results) / len(results)
    says = f"A game took {mean:.3g} Game-Turns on average."
    if len(results) == 1:
        says = f"The only game took {counted(results[0].turns, 'Game-Turn')}."
    chart = Chart(
        "Length of each game",
        ("Game", "Game-Turns", "Time"),
        tuple(
            (str(n), str(one.turns), duration(one.minutes) if one.minutes else "–")
            for n, one in enumerate(results, 1)
        ),
    )
    series = [("Game-Turns", [float(one.turns) for one in results])]
    plot = plots.lines(range(1, len(results) + 1), series, across=Across("Game"))
    return Figure("turns", "lines", "Length of the games", says, plot, chart)


def _luck(results: Sequence[Result]) -> Figure:
    names = {"human": "Characters", "zombie": "Zombies"}
    series = []
    for side, name in names.items():
        sums, total = [0.0], 0.0
        for one in results:
            total += float(one.luck[side])
            sums.append(total)
        series.append((name, sums))
    says = " ".join(f"{name}: {beside_average(round(sums[-1], 1))} (3.5 a die)." for name, sums in series)
    chart = Chart(
        "Dice above and below 3.5 in each game",
        ("Game", *names.values()),
        tuple(
            (str(n), *(signed(float(decimal(one.luck[side]))) for side in names))
            for n, one in enumerate(results, 1)
        ),
    )
    plot = plots.lines(range(len(results) + 1), series, across=Across("Game"))
    return Figure("luck", "lines", "The luck of the dice, game after game", says, plot, chart)

"""ZoMbIeS!: what the dead cost to compute in a turn, and how soon the tablet has the panel after a tap."""

from __future__ import annotations

import http.client
import json
import random
import re
from collections.abc import Iterator
from contextlib import closing
from time import perf_counter, process_time
from typing import Any
from urllib.parse import urlencode

from bench.figures import figure, percentile
from bench.hosts import on_sqlite
from referee.games.interface.rules import Rules
from referee.games.zombies_surviving import GAME
from referee.games.zombies_surviving.demo_states import PARTY, begun
from referee.games.zombies_surviving.simulation.zones import Table, completed
from rules.zombies_surviving.position import Position
from tools.api_table import ApiTable

GROUPS, GOAL_MENACE_MS = 20, 20.0
KINDS = ("shuffler", "runner", "ankle_biter")
TIMED = 7
"""How often the phase is computed; the quickest counts, since this machine may do other things."""
OPTIONS = {"players": 3, "objectives": "secret"}
ZOMBIES = (
    ("shuffler", 3),
    ("shuffler", 3),
    ("runner", 2),
    ("ankle_biter", 2),
    ("shuffler", 1),
    ("runner", 1),
)
"""A dozen, in the groups in which they come."""
TAPS, EACH, GOAL_TAP_MS = 600, 150, 100.0
"""So many taps in all, and at one table."""
ENDS = 0.4
"""How often a player who may do something ends his turn."""
STRAY = frozenset(
    {"end_game", "correct", "add_figures", "hand_over", "leave", "over_the_edge", "zombies_join"}
)
"""What people tell the referee beside the game."""
STAMP = re.compile(r'data-stamp="([^"]+)"')
Json = dict[str, Any]
Match = Rules[Position, object]


def figures(taps: int = TAPS) -> list[dict[str, Any]]:
    """Return the milliseconds of a menace phase of many groups, and of a tap: 95 of 100 take no longer."""
    return [_menace(), _tapped(taps)]


def _menace() -> dict[str, Any]:
    """Return the processor milliseconds of all questions and rulings of the phase, answers left out."""
    match = GAME.table(GAME.read_options(OPTIONS))
    asked = [*_phase(match)]
    value = round(min(_seconds(match, asked) for _ in range(TIMED)) * 1000, 1)
    print(f"{GROUPS} groups of zombies and 3 survivors: {len(asked)} rulings")
    return figure(f"zombies_menace_{GROUPS}_ms", value, GOAL_MENACE_MS)


def _phase(match: Match) -> Iterator[tuple[Position, object]]:
    """Yield each position of a menace phase and what is ruled on there: the action as it is filled in."""
    survivors = {f"survivor_{n}": {"kind": "survivor", "seat": f"p{n}"} for n in (1, 2, 3)}
    dead = {f"zombie_{n}": {"kind": KINDS[n % len(KINDS)]} for n in range(GROUPS)}
    begins = {"system": GAME.id, "phase": "menace", "turn": 2, "figures": survivors | dead}
    position, zones, dice = match.read_position(begins), Table(1), random.Random(1)
    asked = list[tuple[Position, object]]()

    def rule(where: Position, act: object) -> Any:
        asked.append((where, act))
        return match.rule(where, act)

    while position.phase == "menace":
        (question,) = (one for one in match.questions(position) if not one.optional)
        act, ruling = completed(position, question.answers[0], rule, zones, dice)
        zones.after(position, act, ruling.after)
        position = ruling.after
    yield from asked


def _seconds(match: Match, asked: list[tuple[Position, object]]) -> float:
    began = process_time()
    for position, act in asked:
        match.open_questions(position)
        match.rule(position, act)
    return process_time() - began


def _tapped(taps: int) -> dict[str, Any]:
    """Return the time from a tap on the tablet to its panel, at tables of 3 players and 12 zombies."""
    times, sizes = list[float](), list[int]()
    with on_sqlite("waitress") as host:
        while len(times) < taps:
            tablet = Tablet(host.port, len(times))
            with closing(tablet.connection):
                for _ in range(min(EACH, taps - len(times))):
                    action = tablet.chosen()
                    if action is None:
                        break
                    seconds, size = tablet.tap(action)
                    times.append(seconds)
                    sizes.append(size)
    p95 = percentile(times, 0.95)
    print(
        f"3 players, 12 zombies: {len(times)} taps; median {percentile(times, 0.5)} ms, 95 of 100 {p95} ms,"
        f" worst {percentile(times, 1)} ms; a panel of {sorted(sizes)[len(sizes) // 2] / 1000:.0f} kB,"
        f" the largest of {max(sizes) / 1000:.0f} kB"
    )
    return figure("zombies_tap_p95_ms", p95, GOAL_TAP_MS)


class Tablet:
    """The tablet of a table, on which somebody taps for all players, at random."""

    def __init__(self, port: int, seed: int) -> None:
        self.luck, self.connection = random.Random(seed), http.client.HTTPConnection("127.0.0.1", port, 30)
        self.table = ApiTable.new(f"http://127.0.0.1:{port}", {"system": GAME.id, **OPTIONS})
        begun(self.table)
        for kind, count in ZOMBIES:
            self.table.do("table", {"do": "add_figures", "kind": kind, "count": count, "zone": "street"})
        self.seated = {"Cookie": f"seat-{self.table.code}={self.table.tokens['table']}"}

    def chosen(self) -> Json | None:
        """Return what is tapped now: an answer that the referee waits for, or what a player may do."""
        underway = self.table.view()["underway"]
        if underway:
            name, need = next((n, one) for n, one in underway["needs"].items() if isinstance(one, dict))
            action = {field: value for field, value in underway["action"].items() if value is not None}
            each = need.get("each")
            return {**action, name: {who: self._answer(need) for who in each} if each else self._answer(need)}
        for seat in PARTY:
            may = [one for one in self.table.actions(seat) if "why_not" not in one and one["do"] not in STRAY]
            if may:
                ends = [one for one in may if one["do"] == "end_turn"]
                return self.luck.choice(ends if ends and self.luck.random() < ENDS else may)
        return None

    def _answer(self, need: Json) -> object:
        if need["kind"] == "choice":
            return self.luck.choice(need["options"])
        if need["kind"] == "number":
            limits = need.get("limits") or [need.get("least") or 0, need.get("most") or 12]
            return self.luck.randint(int(limits[0]), int(limits[-1]))
        return self.luck.random() < 0.5

    def tap(self, action: Json) -> tuple[float, int]:
        """Return the seconds until the panel is there, and its bytes."""
        page = self._sent("GET", "", None, self.seated)
        shown = {"version": str(self.table.view()["version"]), "action": json.dumps(action)}
        headers = {"HX-Request": "true", "Referee-Kept": " ".join(STAMP.findall(page))}
        headers |= {**self.seated, "Content-Type": "application/x-www-form-urlencoded"}
        began = perf_counter()
        panel = self._sent("POST", "/do", urlencode(shown), headers)
        return perf_counter() - began, len(panel.encode())

    def _sent(self, method: str, path: str, data: str | None, headers: dict[str, str]) -> str:
        self.connection.request(method, f"/t/{self.table.code}{path}", data, headers)
        answer = self.connection.getresponse()
        text = answer.read().decode()
        if answer.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return text

"""Keys of ZoMbIeS! tapped at random, by the forms of its pages: each does something or says why not."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from random import Random

import pytest
from werkzeug.datastructures import MultiDict

from tests import soak
from tests.referee.any_table import AnyTable

SEATS = ("table", "p1", "p2", "p3")
TAPS = 120
GIVES_UP = ("answer", "cancel")
BESIDE = ("correct", "add_figures", "hand_over", "leave", "end_game", "over_the_edge", "move_token", "place")
NOT_FITTING = re.compile(r"is not (what was|an? |asked|text|yes or no)|belongs here|is missing")
"""What no screen may bring about: a value of a form that does not fit the action."""


@dataclass
class Form:
    """A form of a page: where it goes, what it holds, what may be chosen in it, its keys."""

    goes: str
    holds: list[tuple[str, str]] = field(default_factory=list)
    chosen: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    typed: list[tuple[str, int, int]] = field(default_factory=list)
    keys: list[tuple[str, str]] = field(default_factory=list)

    @property
    def does(self) -> set[str]:
        actions = [value for name, value in (*self.holds, *self.keys) if name == "action" and value]
        return {str(json.loads(action).get("do")) for action in actions}

    def filled_in(self, random: Random) -> list[tuple[str, str]]:
        """Return what is sent with one of its keys."""
        chosen = [(name, random.choice(values)) for name, values in self.chosen.items()]
        typed = [
            (name, str(random.randint(least, min(most, least + 30)))) for name, least, most in self.typed
        ]
        return [*self.holds, *chosen, *typed, random.choice(self.keys)]


class Forms(HTMLParser):
    """The forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.feed(page[page.index('id="moment"') :])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(Form(has.get("action", "")))
        elif tag == "input" and self.found:
            self._input(has)
        elif tag == "button" and self.found and has.get("type") != "button" and "disabled" not in has:
            self.found[-1].keys.append((has.get("name", ""), has.get("value", "")))

    def _input(self, has: dict[str, str]) -> None:
        form, name = self.found[-1], has.get("name", "")
        match has.get("type"):
            case "hidden":
                form.holds.append((name, has.get("value", "")))
            case "radio":
                form.chosen[name].append(has["value"])
            case "number":
                form.typed.append((name, int(float(has["min"])), int(float(has["max"]))))


def begun(folder: Path, seed: int) -> AnyTable:
    """Return a table at which three roll their own, with zombies and strangers on it."""
    table = AnyTable(folder, options={"system": "zombies-surviving", "players": 3, "points": 0})
    names = ["ana", "bruno", "chen", "dora", "emil", "fay", "gus", "hana"]
    Random(seed).shuffle(names)
    for name, seat in zip(names, SEATS[1:] * 2, strict=False):
        table.do(seat, {"do": "recruit", "character": name})
    table.do("table", {"do": "lay_out", "buildings": 2, "ruins": 1, "vehicles": 1, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "turns"})
    for seat in SEATS[1:]:
        table.do(seat, {"do": "ready"})
    for kind in ("shuffler", "runner", "independent"):
        table.do("table", {"do": "add_figures", "kind": kind, "count": 2, "zone": "street"})
    table.client.post(
        f"/t/{table.code}/setting", data={"name": "dice", "to": "players"}, headers=table.headers("table")
    )
    return table


def tapped(table: AnyTable, seat: str, random: Random) -> bool:
    """Tap a key of a seat's page, but none beside the game; return whether the game goes on."""
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text
    forms = [
        one for one in Forms(page).found if one.keys and (one.goes.endswith("/do") or GIVES_UP in one.keys)
    ]
    forms = [one for one in forms if not one.does & {*BESIDE} or "progress panel" in page]
    quick = [one for one in forms if not one.does & {"end_turn"}]
    if "data-over" in page or not forms:
        return "data-over" not in page
    form = random.choice(quick if quick and random.random() < 0.8 else forms)
    sent, before = form.filled_in(random), table.version
    answer = table.client.post(form.goes, data=MultiDict(sent), headers=table.headers(seat))
    told = re.search(r'class="reason"[^>]*data-word[^>]*>([^<]+)<', answer.text)
    said = told[1] if told else ""
    assert answer.status_code in {200, 303}, (sent, answer.status_code)
    assert not NOT_FITTING.search(said), (sent, said)
    assert said or table.version != before, sent
    return True


@pytest.mark.parametrize("seed", [1, *soak.rest(soak.HANDS, range(2, 12))])
def test_each_key_does_something_or_says_why(tmp_path: Path, seed: int) -> None:
    table, random = begun(tmp_path, seed), Random(seed)
    before = len(table.record())
    for _ in range(TAPS):
        if not tapped(table, random.choice(SEATS), random):
            break
    assert len(table.record()) > before
    table.tables.close()

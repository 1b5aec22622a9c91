"""Every route of the app, asked by every seat of two games that differ in their secrets alone.

Two games of the mall come some way; two duels stop at a moment of a beat at which a choice lies face down. In
`make soak` they stop at each such moment, and every seat asks in every pair of games of the mall.

A route that is new is asked as well: `filled` must know its parts, or this test fails and says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from werkzeug.routing import Rule

from tests import soak
from tests.referee.any_pair import AnyPair
from tests.referee.games.battlecon import moments
from tests.referee.paired import Pair, pair
from tests.referee.seated import Seated
from tests.referee.tables.test_secrecy import BOTH, DRAW, START, lean

OF_NO_TABLE = (
    "/static/", "/demo/", "/library/<kind>", "/surveys/<id_>", "/api/surveys/<id_>", "/api/join/<wait>",
    "/join/wait/",
)  # fmt: skip
"""Routes that no table's secrets reach: files, recorded games, drawings, an arrival that nobody asked for."""
LAST = ("/renew", "/rematch", "/delete", "DELETE /api/tables/<code>")
"""Routes after which the table is another one, or none."""


@contextmanager
def some_way_on(folder: Path, differ: frozenset[str]) -> Iterator[Pair]:
    """Give two games that have come some way. The zombie player may know the hidden squares, not the draw."""
    with pair(folder, differ=differ, seed=2) as games:
        assert games.do("table", START)[0] == 200
        done = list(games.play(30, 1, lambda _: None, lean=lean))
        assert len(done) == 30
        yield games


def told_of_squares(both: Pair) -> list[str]:
    """Return squares whose pages might tell apart where the hidden zombies are."""
    hidden = {*both.a.position.hidden, *both.b.position.hidden}
    return [*sorted(hidden)[:2], "009", "999"]


def parts(both: AnyPair, squares: list[str]) -> dict[str, list[Any]]:
    """Return what the parts of an address may be: what might tell the games apart, and what is not there."""
    view = json.loads(both.api("table", "GET", "/view")[1])
    return {
        "code": [both.a.code], "system": ["dawn-of-the-dead", "battlecon"], "square": squares,
        "seat": list(both.a.tokens), "token": [both.a.tokens[seat] for seat in both.seats],
        "name": ["north", "nowhere"], "n": [0, 1, 20, 900], "number": ["5.4", "99.9"],
        "chart": ["8.8", "nowhere"],
        "id_": [view.get("map", "1" * 64), "0" * 64], "ending": ["svg", "json", "geojson"],
    }  # fmt: skip


def filled(rule: Rule, given: dict[str, list[Any]]) -> Iterator[str]:
    """Yield addresses of a route: its parts filled in each way."""
    unknown = rule.arguments - set(given)
    assert not unknown, f"{rule.rule}: say here what {unknown} stands for"
    names = sorted(rule.arguments)
    for values in product(*(given[name] for name in names)):
        path = rule.rule.replace("<int:n>", "<n>")
        for name, value in zip(names, values, strict=True):
            path = path.replace(f"<{name}>", str(value))
        yield path


def routes(both: AnyPair) -> dict[str, Rule]:
    """Return every method of every route that a table's secrets could reach; HEAD is a GET cut short."""
    return {
        f"{method} {rule.rule}": rule
        for rule in sorted(both.a.app.url_map.iter_rules(), key=lambda rule: rule.rule)
        if not rule.rule.startswith(OF_NO_TABLE)
        for method in sorted((rule.methods or set()) - {"HEAD"})
    }


def sweep(both: AnyPair, squares: list[str]) -> set[str]:
    """Ask every route from every seat and from nobody's place; returns the routes."""
    every, given = routes(both), parts(both, squares)
    for name in sorted(every, key=lambda name: (name.endswith(LAST) and "GET" not in name, name)):
        method = name.split()[0]
        for path in filled(every[name], given):
            # Which methods there are is told before anything of a table is looked at.
            for seat in (*both.seats, None) if method != "OPTIONS" else (None,):
                if method in {"GET", "OPTIONS"}:
                    _, body = both.same(seat, method, path)
                    assert len(body) > 0 or method != "GET"
                    continue
                both.same(seat, method, path, json={})
                if method == "POST":
                    both.same(seat, method, path, data={})
    return set(every)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("differ", "seats"), [(BOTH, ()), (DRAW, ("zombie",)), *soak.rest(soak.PAIRS, [(DRAW, ())])]
)
def test_every_route_answers_alike_whatever_the_secrets_are(
    tmp_path: Path, differ: frozenset[str], seats: tuple[str, ...]
) -> None:
    """Bodies, their lengths, headers and ETags; and what is sent without anything in it is told alike.

    The draw alone tells the zombie player nothing; where the hidden squares differ too, all others ask.
    """
    with some_way_on(tmp_path, differ) as both:
        both.seats = seats or both.seats
        every = sweep(both, told_of_squares(both))
    assert {"GET /t/<code>/report", "POST /t/<code>/undo", "GET /api/tables/<code>/view"} <= every


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment",
    [
        moments.one_pair_laid,
        *soak.rest(soak.PAIRS, [moment for moment in moments.MOMENTS if moment != moments.one_pair_laid]),
    ],
    ids=lambda moment: moment.__name__,
)
def test_every_route_answers_alike_at_a_moment_of_a_beat(tmp_path: Path, moment: moments.Moment) -> None:
    """5.0, 8.0: of what lies face down, nobody else is sent anything."""
    with moment(tmp_path) as both:
        sweep(both, ["1", "7"])


def test_what_is_left_out_is_there(tmp_path: Path) -> None:
    rules = {rule.rule for rule in Seated(tmp_path).app.url_map.iter_rules()}
    assert all(any(rule.startswith(start) for rule in rules) for start in OF_NO_TABLE)

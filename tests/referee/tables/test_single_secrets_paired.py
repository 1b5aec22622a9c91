"""Two games that differ in one rate alone look the same to all who do not know it, at every moment."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests import soak
from tests.referee.any_pair import AnyPair, twin_at
from tests.referee.standoff import installed, plot
from tests.referee.web.test_every_route import sweep

OPTIONS = {"system": "standoff", "mode": "with a master", "players": 4}
OTHERS = ("table", "p2", "p3", "p4", "spectator")
READ = ("/view", "/actions", "/record", "/seats", "/events", "/events?since=2")
PAGES = ("/t/{code}", "/t/{code}/now", "/t/{code}/report", "/t/{code}/notes")
WALK, RUN = plot(A1="walk", B1="walk"), plot(A1="walk", B1="run")


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(monkeypatch):
        yield


@contextmanager
def two_games(folder: Path) -> Iterator[AnyPair]:
    """Give two tables. Seals commit to what differs: they are made equal."""
    with mock.patch("referee.records.codec.seal", return_value="0" * 64):
        twins = [twin_at(folder / name, OPTIONS, nonce="1" * 64) for name in "ab"]
        yield AnyPair(twins[0], twins[1], OTHERS)
        for twin in twins:
            twin.app.extensions["tables"].close()


def look(both: AnyPair) -> None:
    """Read everything that the others can read."""
    for seat in both.seats:
        for path in READ:
            both.api(seat, "GET", path)
        for page in PAGES:
            both.same(seat, "GET", page.format(code=both.a.code))
        one, two = (twin.app.extensions["tables"].context(twin.code, seat) for twin in (both.a, both.b))
        assert one == two


def choose(both: AnyPair, *differing: tuple[Any, Any]) -> None:
    """Have p1 choose what differs, and look after each choice."""
    for one, two in differing:
        both.both("p1", one, two)
        look(both)


def do(both: AnyPair, *actions: tuple[str, dict[str, Any]]) -> None:
    """Have others act, who must be told the same."""
    for seat, action in actions:
        version = json.loads(both.api(seat, "GET", "/view")[1])["version"]
        status, body = both.api(seat, "POST", "/do", json={"action": action, "version": version})
        assert status == 200, body
        look(both)


def say(both: AnyPair, seat: str, path: str, answer: str, status: int) -> None:
    told = [
        twin.send(seat, "POST", f"/api/tables/{twin.code}{path}", json={"answer": answer})[0]
        for twin in (both.a, both.b)
    ]
    assert told == [status, status]
    look(both)


def changed(both: AnyPair) -> None:
    choose(both, (WALK, RUN), (RUN, WALK), (WALK, WALK), (WALK, RUN))
    do(both, ("p2", {"do": "wait"}), ("p2", plot(A2="run", B2="run")))
    choose(both, (RUN, WALK), (WALK, RUN))


def opened_in_part(both: AnyPair) -> None:
    choose(both, (WALK, RUN))
    both.both("p1", {"do": "act", "figure": "1A"}, {"do": "act", "figure": "1A"})
    look(both)
    choose(both, (plot(B1="run"), plot(B1="stand")), (plot(B1="walk"), plot(B1="run")))


def covered(both: AnyPair) -> None:
    """Change a choice after a hand-over: in a line of its own, and then silently."""
    choose(both, (WALK, RUN))
    do(both, ("p2", {"do": "hand", "figure": "2A", "to": "p1"}))
    more = [plot(A1="walk", B1=rate, A2="run") for rate in ("walk", "run", "stand")]
    choose(both, (more[0], more[1]), (more[2], more[0]))


def discarded(both: AnyPair) -> None:
    choose(both, (WALK, RUN))
    do(both, ("p2", {"do": "sweep", "whose": "p1"}))
    choose(both, (WALK, WALK), (RUN, WALK))


def asked_to_take_back(both: AnyPair) -> None:
    choose(both, (WALK, RUN))
    do(both, ("p2", {"do": "wait"}), ("p3", {"do": "wait"}))
    status, _ = both.api("p2", "POST", "/undo", json={"answer": "ask", "n": 1, "version": 3})
    assert status == 202
    say(both, "p3", "/undo", "agree", 202)
    say(both, "p1", "/undo", "agree", 202)
    look(both)


def taken_back_and_redone(both: AnyPair) -> None:
    asked_to_take_back(both)
    say(both, "p4", "/undo", "agree", 200)
    status, _ = both.api("p2", "POST", "/redo", json={})
    assert status == 200
    look(both)


def opened_and_taken_back(both: AnyPair) -> None:
    choose(both, (WALK, RUN))
    both.both("p1", {"do": "act", "figure": "1A"}, {"do": "act", "figure": "1A"})
    say(both, "p1", "/undo", "ask", 202)
    for seat, status in (("p2", 202), ("p3", 202), ("p4", 200)):
        say(both, seat, "/undo", "agree", status)
    choose(both, (RUN, WALK))


def waiting_for_consent(both: AnyPair) -> None:
    choose(both, (WALK, RUN))
    do(both, ("p2", {"do": "shoot", "helper": "1B"}))
    choose(both, (WALK, WALK), (WALK, RUN))
    do(both, ("p2", {"do": "shoot", "helper": "3B"}))


MOMENTS: list[Callable[[AnyPair], None]] = [
    covered, waiting_for_consent, changed, opened_in_part, discarded, asked_to_take_back,
    taken_back_and_redone, opened_and_taken_back,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment", [*MOMENTS[:2], *soak.rest(soak.PAIRS, MOMENTS[2:])], ids=lambda moment: moment.__name__
)
def test_two_games_look_the_same_to_all_others(tmp_path: Path, moment: Callable[[AnyPair], None]) -> None:
    with two_games(tmp_path) as both:
        moment(both)


@pytest.mark.slow
@pytest.mark.parametrize(
    "moment", soak.rest(soak.PAIRS, MOMENTS),
    ids=lambda moment: moment.__name__,
)  # fmt: skip
def test_every_route_answers_alike(tmp_path: Path, moment: Callable[[AnyPair], None]) -> None:
    with two_games(tmp_path) as both:
        moment(both)
        sweep(both, [])

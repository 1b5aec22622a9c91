"""Two games that differ in one secret alone look the same to all who do not know it.

The secrets are a personal objective, the event that a psychic has seen, and what a dishonest survivor found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from referee.games.zombies_surviving.demo_states import STORES
from referee.records.seals import Chance
from rules.zombies_surviving.goals import personal
from tests import soak
from tests.referee.any_pair import Action, AnyPair, Twin, twin_at
from tests.referee.any_table import AnyTable
from tests.referee.web.test_every_route import sweep

OPTIONS = {"system": "zombies-surviving", "players": 2, "objectives": "secret"}
READ = ("/view", "/actions", "/record", "/seats", "/events", "/events?since=2")
PAGES = ("/t/{code}", "/t/{code}/now", "/t/{code}/report", "/t/{code}/notes", "/t/{code}/characters?all")
FACE_DOWN = ("search face down", "next event", "next event card")


class Otherwise(Twin):
    """A server whose dice that fall face down are others, by one."""

    def send(self, seat: str | None, method: str, path: str, **how: Any) -> tuple[int, list[Any], bytes]:
        real = Chance.stream

        def stream(chance: Chance, kind: str, index: int, size: int) -> int:
            return (real(chance, kind, index, size) + (kind in FACE_DOWN)) % size

        with mock.patch.object(Chance, "stream", stream):
            return super().send(seat, method, path, **how)


@contextmanager
def two_games(folder: Path, *, events: str = "cards") -> Iterator[AnyPair]:
    """Give two tables of a scenario. Seals commit to what differs: they are made equal."""
    twins = list[Twin]()
    with mock.patch("referee.records.codec.seal", return_value="0" * 64), ExitStack() as phones:
        for name, kind in (("a", Twin), ("b", Otherwise)):
            twin = twin_at(folder / name, OPTIONS, kind, nonce="1" * 64)
            twins.append(twin)
            for seat in ("p1", "p2"):  # while a phone is away the tablet answers for it
                phones.enter_context(twin.app.extensions["tables"].events.open_stream(twin.code, seat))
        both = AnyPair(twins[0], twins[1], ("table", "p1", "p2", "spectator"))
        done(both, "table", {"do": "use_scenario", "scenario": {**STORES, "events": events}})
        yield both
        for twin in twins:
            twin.app.extensions["tables"].close()


def done(both: AnyPair, seat: str, action: Action) -> None:
    """Do the same in both games, from a seat that must be told the same."""
    version = json.loads(both.api(seat, "GET", "/view")[1])["version"]
    status, body = both.api(seat, "POST", "/do", json={"action": action, "version": version})
    assert status == 200, body


def chosen(both: AnyPair, seat: str, one: Action, two: Action | None = None) -> None:
    """Do something from a seat that knows the secret: the same in both games, or something else."""
    for twin, action in ((both.a, one), (both.b, two or one)):
        path = f"/api/tables/{twin.code}"
        version = json.loads(twin.send(seat, "GET", f"{path}/view")[2])["version"]
        status, _, body = twin.send(seat, "POST", f"{path}/do", json={"action": action, "version": version})
        assert status == 200, body


def known_to(both: AnyPair, seat: str) -> AnyPair:
    """Return the pair as those see it who do not know what this seat knows."""
    return AnyPair(both.a, both.b, tuple(one for one in both.seats if one != seat))


def look(both: AnyPair) -> None:
    """Read everything that those can read who do not know the secret."""
    for seat in both.seats:
        for path in READ:
            both.api(seat, "GET", path)
        for page in PAGES:
            both.same(seat, "GET", page.format(code=both.a.code))


def begun(both: AnyPair) -> None:
    """Begin the first turn, and answer what is asked at its start with no."""
    for seat in ("p1", "p2"):
        done(both, seat, {"do": "choose_objective", "objective": "hoard"})
    answered(both)


def answered(both: AnyPair) -> None:
    """Answer what the referee asks, in both games, with no or the first."""
    while underway := json.loads(both.api("table", "GET", "/view")[1])["underway"]:
        name, need = next((n, one) for n, one in underway["needs"].items() if isinstance(one, dict))
        value: Any = need["options"][0] if need["kind"] == "choice" else 0
        value = False if need["kind"] == "yes_no" else value
        value = dict.fromkeys(need["each"], value) if need.get("each") else value
        action = {field: one for field, one in underway["action"].items() if one is not None}
        done(both, "table", {**action, name: value})


def test_an_objective_is_its_players_alone(tmp_path: Path) -> None:
    with two_games(tmp_path) as both:
        others, known = known_to(both, "p1"), [*personal()]
        for one, two in zip(known, [*known[1:], known[0]], strict=True):
            chosen(both, "p1", *({"do": "choose_objective", "objective": each} for each in (one, two)))
            both.api("p2", "GET", "/view")
        look(others)
        done(both, "p2", {"do": "choose_objective", "objective": "hoard"})
        answered(both)
        for seat, figure, zone in (("p2", "mara", "depot"), ("table", "nils", "clinic")):
            mine = {"seat": "p1"} if seat == "table" else {}
            done(both, seat, {"do": "place", **mine, "figure": figure, "zone": zone})
        done(both, "p2", {"do": "shout", "figure": "mara"})
        look(others)
        chosen(both, "p1", {"do": "leave", "to": "p2"})
        look(AnyPair(both.a, both.b, ("table", "p2", "spectator")))


@pytest.mark.parametrize("events", ["cards", pytest.param("rolled", marks=soak.PAIRS)])
def test_the_next_event_is_told_to_the_psychic_alone(tmp_path: Path, events: str) -> None:
    with two_games(tmp_path, events=events) as both:
        begun(both)
        chosen(both, "p2", {"do": "foresee", "figure": "mara"})
        seen = [twin.position.next_event["p2"] for twin in (both.a, both.b)]
        assert seen[0] != seen[1]
        others = known_to(both, "p2")
        look(others)
        chosen(both, "p2", {"do": "end_turn"})
        done(both, "p1", {"do": "shout", "figure": "runa"})
        look(others)
        assert seen == [twin.position.next_event["p2"] for twin in (both.a, both.b)]


def searched(both: AnyPair) -> AnyPair:
    """Have Nils search face down, and return the pair as the others see it."""
    begun(both)
    done(both, "p1", {"do": "place", "figure": "nils", "zone": "clinic"})
    chosen(both, "p1", {"do": "search", "figure": "nils", "science": False})
    found = [twin.position.finds for twin in (both.a, both.b)]
    assert found[0].keys() == found[1].keys() == {"nils search", "nils honesty"}
    assert found[0] != found[1]
    return known_to(both, "p1")


def test_what_a_dishonest_survivor_found_is_known_to_its_player_alone(tmp_path: Path) -> None:
    with two_games(tmp_path) as both:
        others = searched(both)
        look(others)
        for kind, seat in product(("tell_find", "say_nothing"), ("table", "p2")):
            asked = {"do": kind, "seat": "p1", "figure": "nils"}
            assert others.api(seat, "POST", "/ask", json={"action": asked})[0] == 403
        for action in ({"do": "shout", "figure": "runa"}, {"do": "end_turn"}):
            chosen(both, "p1", action)
        done(both, "p2", {"do": "shout", "figure": "mara"})
        refused = {"do": "tell_find", "seat": "p1", "figure": "nils"}
        for seat in ("table", "p2"):
            assert others.do(seat, refused)[0] in {403, 422}
            assert others.api(seat, "POST", "/ask", json={"action": refused})[0] in {200, 403, 422}
        look(others)


@pytest.mark.parametrize("taken", [True, False])
def test_the_tablet_tells_no_find_of_a_seat_that_a_phone_has_taken(tmp_path: Path, *, taken: bool) -> None:
    """The phone may sleep: the tablet answers for a seat alone that no phone has ever taken."""
    table = AnyTable(tmp_path, options={**OPTIONS, "objectives": "none"})
    table.do("table", {"do": "use_scenario", "scenario": STORES})
    answered_alone(table)
    if taken:
        table.view("p1")
    search = {"do": "search", "seat": "p1", "figure": "nils", "science": False}
    table.do("table", {"do": "place", "seat": "p1", "figure": "nils", "zone": "clinic"}, search)
    told = [{"do": kind, "seat": "p1", "figure": "nils"} for kind in ("tell_find", "say_nothing")]
    listed = {one["do"] for one in table.get("table", "/actions").get_json()["actions"]}
    page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
    assert ("say_nothing" in listed, "Say that there was nothing" in page) == (not taken, not taken)
    asked = {table.post("table", "/ask", action=one).status_code for one in told}
    tried = {table.try_("table", one).status_code for one in told}
    assert (asked, tried) == (({403}, {403}) if taken else ({200}, {200, 422}))
    table.tables.close()


def answered_alone(table: AnyTable) -> None:
    """Answer what the referee asks before the first turn with no."""
    while underway := table.view("table")["underway"]:
        name, need = next((n, one) for n, one in underway["needs"].items() if isinstance(one, dict))
        value = dict.fromkeys(need["each"], False) if need.get("each") else False
        table.do("table", {**{k: v for k, v in underway["action"].items() if v is not None}, name: value})


@soak.PAIRS
@pytest.mark.parametrize("secret", ["objective", "event", "find"])
def test_no_route_tells_a_secret(tmp_path: Path, secret: str) -> None:
    with two_games(tmp_path) as both:
        if secret == "find":
            others = searched(both)
        elif secret == "event":
            begun(both)
            chosen(both, "p2", {"do": "foresee", "figure": "mara"})
            others = known_to(both, "p2")
        else:
            chosen(both, "p1", *({"do": "choose_objective", "objective": one} for one in ("hoard", "fuel")))
            others = known_to(both, "p1")
        assert sweep(others, [])

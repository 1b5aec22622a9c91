"""5.0: nobody learns anything of a choice that lies face down but that it was made.

Two games differ in nothing but such choices. Every route, at every moment of a beat, gives every other seat
the same bytes: bodies, lengths, headers, versions, events, record and log.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.battlecon import narration, pages
from tests import soak
from tests.referee.any_pair import AnyPair
from tests.referee.games.battlecon.duel_tables import (
    BURST,
    DRIVE,
    EVERYBODY,
    SHOT,
    STRIKE,
    Action,
    do,
    known_version,
    lay,
    pair_of,
    twins,
)

READ = ("/view", "/actions", "/record", "/seats", "/events", "/events?since=3")
PAGES = ("/t/{code}", "/t/{code}/now", "/t/{code}/report", "/t/{code}/notes", "/t/{code}?for=a&look=1")
PROBES: tuple[Any, ...] = (
    {"do": "pass"},
    {"do": "concede"},
    {"do": "ante", "token": "iron_body"},
    {"do": "ante", "token": "fire"},
    {"do": "commit_base", "base": "strike"},
    {"do": "choose", "option": {"what": "use"}},
    {"do": "choose_fighter", "fighter": "hikaru"},
    {"do": "end_turn"},
    {},
    None,
    *[pair_of(style, base) for style in ("battery", "volcanic", "blazing") for base in ("strike", "dash")],
)


@pytest.fixture(params=[False, *soak.rest(soak.PAIRS, [True])])
def often(request: pytest.FixtureRequest) -> bool:
    """Whether a test looks before, and after each game has changed to the choice of the other, too."""
    return bool(request.param)


def others(*seats: str) -> tuple[str, ...]:
    """Return everybody but these seats."""
    return tuple(seat for seat in EVERYBODY if seat not in seats)


def look(both: AnyPair, *seats: str) -> None:
    """Read everything that these seats can read, and ask and try what may not be done."""
    for seat in seats:
        for path in READ:
            both.api(seat, "GET", path)
        for page in PAGES:
            both.same(seat, "GET", page.format(code=both.a.code))
            both.same(seat, "GET", page.format(code=both.a.code), headers={"HX-Request": "true"})
        one, two = (twin.app.extensions["tables"].context(twin.code, seat) for twin in (both.a, both.b))
        assert one == two
        known = {s: v for s, v in json.loads(both.api(seat, "GET", "/view")[1]).items() if s != "committed"}
        assert known["version"] == known_version(both.b, seat)
        etag = {"If-None-Match": f'"{known["version"]}"'}
        assert both.api(seat, "GET", "/view", headers=etag)[0] == 304
        if seat == "spectator":
            continue
        for action in PROBES:
            named = {**action, "seat": seat if seat in "ab" else "a"} if action else action
            both.api(seat, "POST", "/ask", json={"action": named})
            both.api(seat, "POST", "/do", json={"action": named, "version": known["version"] + 40})
        both.api(seat, "POST", "/undo", json={"answer": "agree"})


@pytest.mark.parametrize("first", ["a", "b"])
def test_a_pair_that_lies_face_down(tmp_path: Path, first: str, *, often: bool) -> None:
    with twins(tmp_path) as both:
        look(both, *(EVERYBODY if often else ()))
        one, two = (STRIKE, SHOT) if first == "a" else (DRIVE, BURST)
        lay(both, first, one, two)
        look(both, *others(first))
        if often:
            lay(both, first, two, one)
            look(both, *others(first))


def test_a_changed_mind_is_seen_by_nobody_else(tmp_path: Path) -> None:
    """One game has three choices, the other one: nobody but their owner can tell."""
    with twins(tmp_path) as both:
        lay(both, "b", DRIVE, DRIVE)
        before = {seat: known_version(both.b, seat) for seat in EVERYBODY}
        for action in (BURST, DRIVE, BURST):
            sent = {"action": action, "version": known_version(both.b, "b")}
            assert both.b.send("b", "POST", f"/api/tables/{both.b.code}/do", json=sent)[0] == 200
        assert known_version(both.b, "b") == before["b"] + 3
        assert {seat: known_version(both.b, seat) for seat in others("b")} == {
            seat: before[seat] for seat in others("b")
        }
        look(both, *others("b"))
        assert both.a.version + 3 == both.b.version
        do(both, "a", STRIKE)
        look(both, *others("b"))


def test_both_pairs_lie_face_down_through_the_ante(tmp_path: Path, *, often: bool) -> None:
    """6.0: the antes come before the pairs are turned up."""
    with twins(tmp_path, ("cadenza", "hikaru")) as both:
        lay(both, "b", pair_of("geomantic", "drive"), pair_of("advancing", "shot"))
        assert do(both, "a", STRIKE) == 200
        look(both, *(others("b") if often else ()))
        assert do(both, "a", {"do": "ante", "token": "iron_body"}) == 200
        look(both, *others("b"))


def test_a_choice_taken_back_unopened_stays_secret(tmp_path: Path, *, often: bool) -> None:
    with twins(tmp_path) as both:
        lay(both, "b", DRIVE, BURST)
        assert both.api("a", "POST", "/undo", json={})[0] == 202
        look(both, *others("b"))
        assert both.api("table", "POST", "/undo", json={"answer": "agree", "side": "b"})[0] in {200, 403}
        both.api("b", "POST", "/undo", json={"answer": "agree"})
        look(both, *others("b"))
        if often:
            lay(both, "b", BURST, DRIVE)
            look(both, *others("b"))


def test_starting_discards_chosen_freely(tmp_path: Path, *, often: bool) -> None:
    """3.5: each begins without four cards of his choice."""
    one: Action = {"do": "choose_discards", "discards": [["battery", "strike"], ["grapnel", "shot"]]}
    two: Action = {"do": "choose_discards", "discards": [["grapnel", "dash"], ["battery", "drive"]]}
    with twins(tmp_path, starting_discards="free") as both:
        lay(both, "a", one, two)
        look(both, *others("a"))
        if often:
            lay(both, "a", two, one)
            look(both, *others("a"))


def test_bases_in_a_clash(tmp_path: Path, *, often: bool) -> None:
    """8.1: Battery Drive and Ignition Strike both have priority 3 and 2; here both play priority 2."""
    with twins(tmp_path, special_actions=False) as both:
        clash(both)
        one: Action = {"do": "commit_base", "base": "drive"}
        two: Action = {"do": "commit_base", "base": "burst"}
        lay(both, "a", one, two)
        look(both, *others("a"))
        if often:
            lay(both, "a", two, one)
            look(both, *others("a"))


def clash(both: AnyPair) -> None:
    """Bring both games to the same clash: pairs of one priority."""
    assert do(both, "a", pair_of("grapnel", "strike")) == 200
    assert do(both, "b", pair_of("volcanic", "strike")) == 200
    assert do(both, "a", {"do": "pass"}) == 200
    view = json.loads(both.api("table", "GET", "/view")[1])
    assert view["phase"] == "clash", view["phase"]


def test_new_pairs_after_two_cancels(tmp_path: Path, *, often: bool) -> None:
    """14.2: after two Cancels both choose anew in secret."""
    with twins(tmp_path) as both:
        assert do(both, "a", pair_of("special", "shot")) == 200
        assert do(both, "b", pair_of("special", "shot")) == 200
        assert do(both, "a", {"do": "pass"}) == 200
        view = json.loads(both.api("table", "GET", "/view")[1])
        assert (view["phase"], len(view["pending"])) == ("special", 2)
        lay(both, "b", DRIVE, BURST)
        look(both, *others("b"))
        if often:
            lay(both, "b", BURST, DRIVE)
            look(both, *others("b"))


def test_a_pair_given_up_with_its_duel_stays_secret_in_a_match(tmp_path: Path, *, often: bool) -> None:
    """R-1.1a: who gives up turns no card up, and the next duel of the match begins."""
    with twins(tmp_path, duels=2) as both:
        lay(both, "b", DRIVE, BURST)
        assert do(both, "a", {"do": "concede"}) == 200
        look(both, *others("b"))
        assert both.api("b", "POST", "/undo", json={})[0] == 202
        assert both.api("a", "POST", "/undo", json={})[0] == 200
        look(both, *(others("b") if often else ()))


def test_no_page_makes_a_view_itself() -> None:
    """Pages and narration take a `View`, which only the match makes: the type checker guards the door."""
    rooms = [Path(module.__file__ or "").parent for module in (pages, narration)]
    files = [file for room in rooms for file in room.glob("*.py")]
    assert len(files) > 10
    makers = ("redact", " View(", ".positions", "BattleRules")
    assert [
        (file.name, maker) for file in files for maker in makers if maker in file.read_text("utf-8")
    ] == []

"""What a seat is sent never depends on what it may not know (2.3, 3.1, 7.7; PRODUCT: secrets)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.game import DawnRules
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import BerserkState, DoorState, FreeState, Position
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from rules.dawn_of_the_dead.zombies.hidden_zombies import revealable
from rules.ruling import Ruling, refuse
from tests import soak
from tests.referee.any_pair import Action
from tests.referee.paired import Pair, at_new_moments, hidden_choices, pair

BOTH, HIDDEN, DRAW = frozenset({"hidden", "draw"}), frozenset({"hidden"}), frozenset({"draw"})
START: Action = {
    "do": "place_characters",
    "squares": {"peter": "009", "roger": "009", "steve": "010", "fran": "010"},
}
SUPER = "101"
EVERY = 23
"""One question in so many is asked at each step, another one at the next."""
SOME = 7
"""One question in so many, where not all are asked: each kind of question comes up, of other squares."""
READ = ("/view", "/actions", "/record", "/seats", "/events", "/invitation")


def probes(both: Pair) -> list[Any]:
    """Return questions that somebody who wants to find something out would ask."""
    squares = sorted({*both.a.position.hidden, *both.b.position.hidden, *list(both.a.position.zombies)[:6]})
    actions: list[Any] = [{"do": "next_phase"}, {"do": "end_turn"}, {"do": "fly"}, {}, None, "step"]
    for square in squares:
        actions += [
            {"do": "step", "to": square},
            {"do": "step", "to": square, "draw": [3]},
            {"do": "shoot", "by": ["peter"], "at": square, "dice": [6, 6], "values": {square: 1}},
            {"do": "shoot", "by": ["peter"], "at": square, "dice": [6, 6]},
            {"do": "reveal", "square": square},
            {"do": "reveal", "square": square, "draw": [1]},
            {"do": "react", "from": square, "path": [square]},
            {"do": "check_berserk", "square": square, "die": 1},
            {"do": "open_attack", "square": square},
        ]
    actions.append({"do": "place_hidden", "squares": list(both.a.position.hidden)})
    return actions


def look(both: Pair) -> None:
    """Read everything that every seat can read, and ask and try what may not be done."""
    for seat in both.seats:
        for path in READ:
            both.api(seat, "GET", path)
    stale = both.a.version + 1
    for seat in both.seats:
        both.api(seat, "POST", "/do", json={"action": {"do": "next_phase"}, "version": stale})
        for question in probes(both)[stale % EVERY :: EVERY]:
            both.api(seat, "POST", "/ask", json={"action": question})


def try_everything(both: Pair, every: int = 1) -> None:
    """Ask everything, and try to do everything that is refused whatever the secrets are.

    With `every` one question in so many, another one from each seat.
    """
    for n, seat in enumerate(both.seats):
        for question in probes(both)[n % every :: every]:
            status, body = both.api(seat, "POST", "/ask", json={"action": question})
            if status != 200 or not json.loads(body)["legal"]:
                both.api(seat, "POST", "/do", json={"action": question, "version": both.a.version})


def try_everything_and_look(both: Pair) -> None:
    """Do both."""
    try_everything(both)
    look(both)


def lean(action: Action) -> float:
    """Prefer what brings a game on."""
    return {"end_turn": 0.3, "next_phase": 0.3, "step": 3.0, "shoot": 4.0, "start_move": 1.5}.get(
        action["do"], 1.0
    )


@soak.PAIRS
def test_every_answer_is_the_same_whatever_the_secrets_are(tmp_path: Path) -> None:
    play_and_look(tmp_path, BOTH, 1, at_new_moments(look))


@soak.PAIRS
def test_every_answer_to_the_zombie_player_is_the_same_whatever_the_draw_is(tmp_path: Path) -> None:
    play_and_look(tmp_path, DRAW, 2, at_new_moments(look), ("zombie",))


@soak.PAIRS
@pytest.mark.parametrize(("differ", "seed"), [(BOTH, 1), (BOTH, 2), (HIDDEN, 1), (DRAW, 2)])
def test_every_answer_at_every_moment_is_the_same(tmp_path: Path, differ: frozenset[str], seed: int) -> None:
    play_and_look(tmp_path, differ, seed, look)


def play_and_look(
    folder: Path,
    differ: frozenset[str],
    seed: int,
    look_now: Callable[[Pair], None],
    seats: tuple[str, ...] = (),
) -> None:
    """Play two games in which these seats, or all, are sent the same, and ask everything at the end."""
    with pair(folder, differ=differ, seed=seed) as both:
        both.seats = seats or both.seats
        look(both)
        assert both.do("table", START)[0] == 200
        done = [action["do"] for action in both.play(90, seed, look_now, lean=lean)]
        try_everything(both)
        assert len(done) >= 60
        assert {"step", "check_berserk", "next_phase"} <= set(done)
        assert differs(both, differ)


@soak.PAIRS
@pytest.mark.parametrize(
    ("differ", "seed", "everywhere"),
    [
        (HIDDEN, 1, False),
        (HIDDEN, 1, True),
        (HIDDEN, 3, True),
        (BOTH, 2, True),
    ],
)
def test_4_0_a_phase_that_ends_by_itself_tells_nothing_and_nor_does_one_that_waits(
    tmp_path: Path, differ: frozenset[str], seed: int, *, everywhere: bool
) -> None:
    """9.2: where a hidden zombie could lie by what everybody knows, both games wait for the zombie player."""
    look_now = look if everywhere else at_new_moments(look)
    with pair(tmp_path, differ=differ, seed=seed, phases="automatic") as both:
        assert both.do("table", START)[0] == 200
        done = [action["do"] for action in both.play(60, seed, look_now, lean=to_the_end)]
        for twin in (both.a, both.b):
            lines = twin.send("table", "GET", f"/api/tables/{twin.code}/record")[2].splitlines()[1:]
            ended = [line for line in map(json.loads, lines) if line.get("automatic")]
            assert ended
            assert {line["seat"] for line in ended} == {"zombie"}
        assert "next_phase" in done  # Free movement waits for a reveal as long as zombies are hidden.
        assert differs(both, differ)


def to_the_end(action: Action) -> float:
    """Prefer what ends a turn."""
    return {"end_turn": 3.0, "next_phase": 2.0}.get(action["do"], lean(action))


def one_in_sight_and_one_out_of_it(both: Pair) -> None:
    """Bring both games to the end of the checks; one hidden zombie is in sight of the trail, one is not."""
    setting: Setting = both.a.position.setting
    squares = lawful_hidden_squares(setting.board)

    def sees(a: str, b: str) -> bool:
        return setting.sight.sees(a, b, {})

    step, seen = next((a, b) for a in squares for b in squares if a != b and sees(a, b))
    unseen = next(s for s in squares if not sees(step, s))
    for twin, hidden in ((both.a, seen), (both.b, unseen)):
        with twin.app.extensions["tables"].store.locked(twin.code) as table:
            now = table.positions[-1]
            late = {"phase": "berserk", "phase_state": BerserkState(tried=False), "trail": (step,)}
            far = next(s for s in now.zombies if not sees(step, s) and s != unseen)
            alone = {"zombies": {far: now.zombies[far]}, "hidden": (hidden,)}
            table.positions[-1] = replace(now, **late, **alone)
            table.views.clear()


def test_9_2_the_reaction_phase_waits_whether_anybody_can_be_revealed_or_not(tmp_path: Path) -> None:
    with pair(tmp_path, differ=HIDDEN, seed=1, phases="automatic") as both:
        both.do("table", START)
        one_in_sight_and_one_out_of_it(both)
        assert both.do("table", {"do": "next_phase"})[0] == 200
        look(both)
        assert both.a.position.phase == both.b.position.phase == "reaction"
        assert (bool(revealable(both.a.position)), bool(revealable(both.b.position))) == (True, False)


def test_a_phase_that_waits_for_a_secret_alone_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game, "reveal_thinkable", lambda position: bool(revealable(position)))
    with pair(tmp_path, differ=HIDDEN, seed=1, phases="automatic") as both:
        both.do("table", START)
        one_in_sight_and_one_out_of_it(both)
        with pytest.raises(AssertionError, match="apart"):
            both.do("table", {"do": "next_phase"})


@soak.PAIRS
@pytest.mark.parametrize(("seed", "everywhere"), [(4, False), (4, True), (5, True)])
def test_physical_counters_hide_the_squares_just_as_well(
    tmp_path: Path, seed: int, *, everywhere: bool
) -> None:
    look_now = look if everywhere else at_new_moments(look)
    with pair(tmp_path, differ=HIDDEN, counters="physical", seed=seed) as both:
        assert both.do("human", START)[0] == 200
        done = list(
            both.play(30, seed, look_now, lean=lambda a: 0.0 if a["do"] in {"shoot", "smash"} else lean(a))
        )
        try_everything(both, 1 if everywhere else SOME)
        assert len(done) >= 5


def test_taking_back_and_overruling_tell_nothing(tmp_path: Path) -> None:
    with pair(tmp_path, differ=BOTH, seed=6) as both:
        both.do("human", START)
        list(both.play(12, 6, lambda _: None, lean=lean))
        for body in ({}, {"answer": "ask"}, {"n": 1}, {"n": 999}, {"side": "zombie"}, {"answer": "withdraw"}):
            both.api("human", "POST", "/undo", json=body)
            look(both)
        squares = [both.a.position.hidden[0], both.b.position.hidden[0], "001"]
        for square in squares:
            for action in ({"do": "step", "to": square}, {"do": "reveal", "square": square}, START):
                both.api("human", "POST", "/override", json={"action": action, "version": both.a.version})
                look(both)
                both.api("human", "POST", "/override", json={"answer": "withdraw"})
        both.api("human", "POST", "/undo", json={})
        both.api("table", "POST", "/undo", json={"side": "zombie"})
        look(both)


def test_9_4_the_tablet_cannot_tell_whether_hidden_zombies_can_still_be_revealed(tmp_path: Path) -> None:
    """9.3, 9.4: in one game a unit on the map bars the last hidden zombie, in the other it must come."""
    with pair(tmp_path, differ=HIDDEN, seed=7) as both:
        both.do("table", START)
        for twin, square in ((both.a, "140"), (both.b, "141")):
            with twin.app.extensions["tables"].store.locked(twin.code) as loaded:
                free = FreeState(die=3, left=2)
                zombies = {"140": loaded.positions[-1].zombies["012"]}
                swept = {"phase": "free_movement", "phase_state": free, "zombies": zombies}
                loaded.positions[-1] = replace(loaded.positions[-1], hidden=(square,), swept=True, **swept)
                loaded.views.clear()
        look(both)
        end, go = {"do": "next_phase"}, {"do": "free_move", "from": "140", "path": ["141"]}
        for action in (end, go):
            both.api("table", "POST", "/ask", json={"action": action})
            for path in ("/do", "/override"):
                both.api("table", "POST", path, json={"action": action, "version": both.a.version})
        page = f"/t/{both.a.code}"
        both.same("table", "GET", page)
        both.same("table", "GET", f"{page}/square/141?from=140")
        form = {"action": json.dumps(end), "version": str(both.a.version)}
        both.same("table", "POST", f"{page}/do", data=form)
        assert both.a.position.phase == both.b.position.phase == "free_movement"
        answers = [
            json.loads(
                twin.send("zombie", "POST", f"/api/tables/{twin.code}/ask", json={"action": action})[2]
            )["legal"]
            for action in (end, go)
            for twin in (both.a, both.b)
        ]
        assert answers == [True, False, True, False]


def test_an_override_of_a_secret_action_keeps_its_squares_secret(tmp_path: Path) -> None:
    with pair(tmp_path, differ=HIDDEN, seed=7) as both:
        # Back to the choice of the squares: then each zombie player asks for another unlawful one.
        both.api("human", "POST", "/undo", json={})
        for twin in (both.a, both.b):
            twin.send("zombie", "POST", f"/api/tables/{twin.code}/undo", json={})
        one, two = hidden_choices(7)
        for twin, squares, unlawful in ((both.a, one, "004"), (both.b, two, "008")):
            action = {"do": "place_hidden", "squares": [unlawful, *squares[1:]]}
            status, _, body = twin.send(
                "zombie",
                "POST",
                f"/api/tables/{twin.code}/override",
                json={"action": action, "version": twin.version},
            )
            assert status == 202, body
        look(both)
        status, body = both.api("human", "POST", "/override", json={"answer": "agree"})
        assert (status, json.loads(body)["override"]) == (200, "done")
        look(both)
        assert "004" in both.a.position.hidden
        assert both.b.send("zombie", "GET", f"/api/tables/{both.b.code}/record")[2].count(b"R-3.1a") == 1
        assert both.a.position.hidden != both.b.position.hidden


@pytest.mark.parametrize("name", ["public", *soak.rest(soak.PAIRS, ["check", "actions"])])
def test_a_leak_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    def leaky_check(match: DawnRules, position: Position, action: act.Action, seat: str) -> Ruling[Position]:
        return refuse(("9.1",), f"{position.hidden}")

    def leaky_public(match: DawnRules, action: Action, seat: str) -> Action:
        return dict(action)

    def leaky_actions(match: DawnRules, position: Position) -> list[act.Action]:
        return [act.Reveal(s) for s in position.hidden] + [act.Step(s) for s in position.hidden]

    leak = {"check": leaky_check, "public": leaky_public, "actions": leaky_actions}[name]
    with pair(tmp_path, differ=HIDDEN, seed=8) as both:
        look(both)
        monkeypatch.setattr(DawnRules, name, leak)
        for twin in (both.a, both.b):
            with twin.app.extensions["tables"].store.locked(twin.code) as loaded:
                loaded.views.clear()
        with pytest.raises(AssertionError, match="apart"):
            try_everything_and_look(both)


def late_in_the_game(position: Position) -> Position:
    """Return a position with a super zombie among units, someone infected, berserk units, closed doors."""
    characters = dict(position.characters)
    characters["fran"] = replace(characters["fran"], status="super_zombie", square=SUPER, infected_on_turn=1)
    characters["steve"] = replace(characters["steve"], status="infected", infected_on_turn=1)
    board = position.setting.board
    doors: dict[tuple[str, str], DoorState] = dict.fromkeys(list(board.doors)[::2], "closed")
    berserk = sorted(position.zombies)[::4]
    zombies = {s: replace(z, berserk=s in berserk) for s, z in position.zombies.items()}
    return replace(position, turn=4, characters=characters, doors=doors, zombies=zombies)


@pytest.mark.parametrize(("seed", "everywhere"), [(4, False), *soak.rest(soak.PAIRS, [(4, True), (5, True)])])
def test_what_a_super_zombie_inspects_stays_on_the_zombie_players_phone(
    tmp_path: Path, seed: int, *, everywhere: bool
) -> None:
    with pair(tmp_path, differ=DRAW, seed=seed) as both:
        both.do("table", START)
        both.change(late_in_the_game)
        both.seats = ("table", "human")
        inspected: set[bool] = set()

        def look_closely(both: Pair) -> None:
            look_now(both)
            inspected.add(bool(both.a.position.inspected))

        look_now = look if everywhere else at_new_moments(look)
        done = [action["do"] for action in both.play(70, seed, look_closely, lean=restless)]
        try_everything(both, 1 if everywhere else SOME)
        assert inspected == {True, False}
        assert {"free_move", "check_berserk"} & set(done)


def restless(action: Action) -> float:
    """Prefer moves of the super zombie."""
    return 12.0 if "super" in action else lean(action)


def differs(both: Pair, differ: frozenset[str]) -> bool:
    """Whether the games still differ in what they should, so that the test has shown something."""
    one, two = both.a.position, both.b.position
    hidden = one.hidden != two.hidden
    draw = [z.value for z in one.zombies.values()] != [z.value for z in two.zombies.values()]
    return hidden == ("hidden" in differ) and draw == ("draw" in differ)

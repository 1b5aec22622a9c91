"""R-UNDO: one's own last step that showed nothing goes back alone, and comes again until somebody acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead import records
from referee.records import codec
from referee.records.text import dump_line
from referee.tables.record import replay_record
from rules.battlecon.rulebook import rulebook as battlecon
from rules.dawn_of_the_dead.position import Position, Zombie
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from tests import soak
from tests.referee.any_pair import Twin
from tests.referee.any_table import AnyTable
from tests.referee.games.battlecon.duel_tables import DRIVE, STRIKE, Duel
from tests.referee.paired import Pair, pair
from tests.referee.seated import HIDDEN, START, Seated, ordered

PETER = {"do": "start_move", "characters": ["peter"]}
HALLS = {"do": "step", "to": "008"}
"""Beside a start square: no zombie can be hidden there (3.1)."""
STORE = {"do": "step", "to": "007"}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path, sources=ordered({}))


def undo(table: AnyTable, seat: str) -> str:
    """Tap "take back" at a seat and return what it is told; the view has told before what a tap does."""
    seen = table.view(seat)["undo"]["alone"]
    answer = table.post(seat, "/undo", answer="ask", version=table.version).get_json()
    assert (answer["undo"] == "done") is seen
    said: str = answer["undo"]
    return said


def redo(table: AnyTable, seat: str) -> int:
    status: int = table.post(seat, "/redo", version=table.version).status_code
    return status


@pytest.mark.parametrize(
    "actions",
    [(), (PETER,), (PETER, HALLS), (PETER, HALLS, {"do": "close_door", "between": ["008", "009"]}),
     (PETER, {"do": "end_turn"})],
    ids=["set-up", "moving", "a step", "a door", "end of the turn"],
)  # fmt: skip
@pytest.mark.parametrize("seat", ["human", "table"])
def test_it_goes_back_with_one_tap_of_its_own_seat(
    table: Seated, seat: str, actions: Sequence[dict[str, Any]]
) -> None:
    table.do("zombie", HIDDEN)
    before = table.position
    for action in (START, *actions):
        before = table.position
        table.do(seat, action)
    other = "zombie" if seat == "human" else "human"
    assert not table.view(other)["undo"]["alone"]
    assert undo(table, seat) == "done"
    assert table.position == before
    assert table.record()[-1]["taken_back"]


def test_3_1_the_zombie_player_chooses_again_with_one_tap(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    assert not table.view("human")["undo"]["alone"]
    assert undo(table, "zombie") == "done"
    table.do("zombie", HIDDEN)


def test_whoever_did_not_do_it_asks(table: Seated) -> None:
    table.set_up()
    table.do("human", PETER)
    assert undo(table, "zombie") == "asked"
    assert table.post("human", "/undo").get_json()["undo"] == "done"


@pytest.mark.parametrize(
    ("seat", "actions"),
    [
        ("human", (PETER, HALLS, STORE)),
        ("human", (PETER, HALLS, {"do": "shoot", "by": ["peter"], "at": "025", "dice": [1, 1]})),
        ("human", (PETER, *({"do": "step", "to": to} for to in ("028", "047", "046")))),
        ("zombie", ({"do": "end_turn"}, {"do": "check_berserk", "square": "043"})),
    ],
    ids=["where one could hide", "dice", "a unit turned up", "the referee's die"],
)  # fmt: skip
def test_what_rolled_or_showed_something_asks_once(
    table: Seated, seat: str, actions: Sequence[dict[str, Any]]
) -> None:
    """9.1: that no zombie was found in 007 is something shown, too."""
    table.set_up()
    for action in actions:
        table.do(seat if action is actions[-1] else "human", action)
    assert undo(table, seat) == "asked"
    assert undo_again(table, seat) == "asked"
    other = "zombie" if seat == "human" else "human"
    assert table.post(other, "/undo", answer="agree").get_json()["undo"] == "done"
    assert redo(table, other) == 403
    before = table.version
    assert redo(table, seat) == 200
    assert table.version == before + 1
    assert table.record()[-1]["action"] == table.record()[-2]["action"]


def undo_again(table: AnyTable, seat: str) -> str:
    said: str = table.post(seat, "/undo", answer="ask").get_json()["undo"]
    return said


def test_7_7_a_unit_that_meets_nobody_goes_back_alone(table: Seated) -> None:
    table.set_up()
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={"030": Zombie(3), "028": Zombie(2)})
    table.do("human", PETER, {"do": "step", "to": "010"}, {"do": "step", "to": "011"}, {"do": "end_turn"})
    table.do("zombie", {"do": "next_phase"})
    moves = [a for a in table.get("zombie", "/actions").get_json()["actions"] if a["do"] == "react"]
    for met in (False, True):
        table.do("zombie", next(m for m in moves if bool(table.position.at(m["path"][-1])) is met))
        assert undo(table, "zombie") == ("asked" if met else "done")


def test_on_what_somebody_has_built_it_asks(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {"do": "next_phase"})
    assert undo(table, "human") == "asked"


def test_what_was_taken_back_comes_again_step_by_step_until_somebody_acts(table: Seated) -> None:
    table.set_up()
    table.do("human", PETER, HALLS)
    after = table.position
    assert [undo(table, "human"), undo(table, "human")] == ["done", "done"]
    assert table.view("zombie")["redo"]["seat"] == "human"
    assert redo(table, "zombie") == 403
    table.restart()
    assert [redo(table, "human"), redo(table, "human"), redo(table, "human")] == [200, 200, 422]
    assert table.position == after
    assert [line["action"]["do"] for line in table.record()[3:]] == ["start_move", "step"] * 2
    undo(table, "human")
    table.do("human", {"do": "step", "to": "028"})
    assert table.view("human")["redo"] is None
    assert redo(table, "human") == 422


def test_it_comes_again_with_its_dice_and_all_its_steps(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {"do": "check_berserk", "square": "043"}, {"do": "next_phase"}, {"do": "next_phase"})
    table.do("zombie", {"do": "roll_free_moves"})
    before = table.view()
    table.post("zombie", "/undo", n=4)
    table.post("human", "/undo")
    assert redo(table, "zombie") == 200
    table.restart()
    now = table.view()
    assert (now["phase"], now["phase_state"]) == (before["phase"], before["phase_state"])
    assert [step["n"] for step in now["moment"]["batch"]] == [8, 9, 10, 11]
    lines = table.record()[1:]
    assert [line["action"] for line in lines[3:7]] == [line["action"] for line in lines[7:]]


@pytest.mark.parametrize("taps", [15, *soak.rest(soak.GAMES, [600])])
def test_a_game_with_steps_done_again_verifies(tmp_path: Path, taps: int) -> None:
    table = Seated(tmp_path, options={"mode": "solitaire", "practice": True}, sources=ordered({}))
    for count in range(taps):
        view = table.view()
        if view["phase"] == "over":
            break
        if count % 5 == 4:
            table.post("table", "/undo", answer="ask")
            assert redo(table, "table") == 200
            continue
        side = "human" if view["practice"] else "zombie"
        if table.post("table", "/advance", version=table.version, side=side, all=True).status_code != 200:
            table.do("table", table.get("table", "/actions").get_json()["actions"][-1])
    assert (table.view()["phase"] == "over") is (taps == 600)
    record = codec.parse(map(dump_line, table.record()))
    assert records.chance_problems(record, replay_record) == []


def test_a_setting_that_is_changed_ends_it(table: Seated) -> None:
    """Whether phases end by themselves is part of what would come again."""
    table.set_up()
    undo(table, "human")
    table.post("zombie", "/settings", phases="automatic")
    assert redo(table, "human") == 422


def test_the_screen_has_a_key_for_who_took_it_back(table: Seated) -> None:
    table.set_up()
    table.do("human", PETER)
    undo(table, "human")
    for seat, there in (("human", True), ("table", False), ("zombie", False)):
        page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
        assert ("Do it again" in page) is there
    form = {"answer": "redo", "version": str(table.version)}
    table.client.post(f"/t/{table.code}/undo", headers=table.headers("human"), data=form)
    assert table.view()["move"]


def asked_of(both: Pair, seat: str) -> set[bool]:
    """Return whether a tap of this seat is enough now, in each of the two games."""
    views = [twin.send(seat, "GET", f"/api/tables/{twin.code}/view") for twin in (both.a, both.b)]
    return {b'"alone": true' in body or b'"alone":true' in body for _, _, body in views}


@pytest.mark.parametrize("seed", [1, *soak.rest(soak.PAIRS, [2])])
def test_9_1_whether_it_asks_never_depends_on_a_secret(tmp_path: Path, seed: int) -> None:
    """A walk into every kind of square, found or not: both games ask alike, also where they differ."""
    differ = frozenset({"hidden"})
    with pair(tmp_path, differ=differ, seed=seed) as both:
        assert both.do("table", START)[0] == 200
        began = both.a.position, both.b.position
        passages, found = began[0].setting.board.passages, set[bool]()
        for square in sorted({*began[0].hidden, *began[1].hidden}):
            beside = passages[square][0]
            for start, to in ((beside, square), (square, beside)):
                for twin, position in zip((both.a, both.b), began, strict=True):
                    walk(twin, position, start, to)
                    found.add(to in position.hidden)
                assert asked_of(both, "human") == {to not in _may_hide(both)}
                assert asked_of(both, "zombie") == asked_of(both, "table") == {False}
        assert found == {True, False}


def walk(twin: Twin, began: Position, start: str, to: str) -> None:
    """Have Peter enter a square from one beside it, in a game that stands as it began; both are clear."""
    tables = twin.app.extensions["tables"]
    with tables.store.locked(twin.code) as loaded:
        peter = replace(began.characters["peter"], square=start)
        zombies = {square: unit for square, unit in began.zombies.items() if square not in {start, to}}
        people = {**began.characters, "peter": peter}
        loaded.positions[-1] = replace(began, characters=people, zombies=zombies)
        loaded.views.clear()
        for action in (PETER, {"do": "step", "to": to}):
            tables.playing.do(loaded, "human", action, loaded.version)


def _may_hide(both: Pair) -> frozenset[str]:
    return frozenset(lawful_hidden_squares(both.a.position.setting.board))


def test_3_1_where_a_secret_choice_was_allowed_against_the_rules_every_step_asks(table: Seated) -> None:
    """Nobody can tell then where a zombie may be hidden."""
    table.view("human")
    hall = {**HIDDEN, "squares": ["001", "002", "003", "005", "060"]}
    table.post("zombie", "/override", action=hall, version=table.version)
    assert table.post("human", "/override", answer="agree").get_json()["override"] == "done"
    table.do("human", START, PETER, HALLS)
    assert undo(table, "human") == "asked"


def test_battlecon_a_pair_that_lies_face_down_goes_back_alone_and_one_turned_up_asks(tmp_path: Path) -> None:
    duel = Duel(tmp_path)
    duel.do("a", STRIKE)
    assert not duel.view("b")["undo"]["alone"]
    assert undo(duel, "a") == "done"
    assert redo(duel, "a") == 200
    duel.do("b", DRIVE)
    assert undo(duel, "b") == "done", "until the reveal both lie face down"
    assert redo(duel, "b") == 200
    last = ""
    while duel.view()["phase"] == "ante":
        last = duel.view()["pending"][0]["seat"]
        duel.do(last, {"do": "pass"})
    turned_up = duel.view()
    assert undo(duel, last) == "asked"
    other = "a" if last == "b" else "b"
    assert duel.post(other, "/undo", answer="agree").get_json()["undo"] == "done"
    assert duel.view()["phase"] == "select", "the pairs go back with the ante that turned them up"
    assert redo(duel, last) == 200
    assert duel.view()["phase"] == turned_up["phase"]


def test_what_the_referee_says_of_it_is_a_case_of_every_game() -> None:
    assert battlecon().case("R-UNDO").title == "Taking Back"

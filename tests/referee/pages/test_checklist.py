"""What the checklist beside the cardboard tells: all that a step changed there, and no Zombie Value (2.3)."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.pages.checklist import checklist, on_the_board, player_turn, walked
from referee.pages.undo_checklist import undo_checklist
from referee.tables.projections import Played
from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.played import play_out
from tests.referee.seated import Seated, ordered

Json = dict[str, Any]
BEFORE: Json = {
    "turn": 1, "phase": "reaction", "shown": {}, "main_doors": {}, "doors": [],
    "characters": {
        "peter": {"square": "010", "status": "normal", "rifle": False},
        "roger": {"square": "030", "status": "infected", "rifle": False},
        "fran": {"square": "048", "status": "infected", "rifle": True},
    },
    "zombies": [
        {"square": "043", "value": None, "berserk": False}, {"square": "030", "value": 7, "berserk": True},
    ],
}  # fmt: skip
MOVE = {"do": "react", "from": "043", "path": ["044"]}
HIT = {"do": "roll_attack", "character": "peter"}
STEP = {"do": "step", "to": "011"}
DOOR = {"between": ["031", "050"], "state": "closed"}


def unit(square: str, value: int | None = None, *, berserk: bool = False) -> Json:
    return {"square": square, "value": value, "berserk": berserk}


def person(square: str | None, status: str, *, rifle: bool = False) -> Json:
    return {"square": square, "status": status, "rifle": rifle}


def changed(**changes: Any) -> Json:
    after = copy.deepcopy(BEFORE)
    after["characters"] |= changes.pop("people", {})
    return after | changes


KEPT = BEFORE["zombies"]
CHANGES = [
    ("a unit moves", MOVE, {"zombies": [unit("044"), KEPT[1]]}, ["Move the unit from 043 to 044."]),
    ("a unit meets somebody", MOVE, {"zombies": [unit("044", 3), KEPT[1]]},
     ["Move the unit from 043 to 044 and turn it face up."]),
    ("a unit enters", {"do": "roll_entrance"}, {"zombies": [*KEPT, unit("004")]},
     ["Put a unit from the eliminated units into 004, face down."]),
    ("a hidden zombie is met", STEP, {"zombies": [*KEPT, unit("011", 5)]},
     ["Put a unit from the Hidden Zombie box into 011, face up."]),
    ("9.2 a hidden zombie is revealed", {"do": "reveal", "square": "066"}, {"zombies": [*KEPT, unit("066")]},
     ["Put a unit from the Hidden Zombie box into 066, face down."]),
    ("15.1 a hidden zombie appears", {"do": "roll_hidden"}, {"zombies": [*KEPT, unit("066")]},
     ["Put a unit from the eliminated units into 066, face down."]),
    ("a unit is eliminated", HIT, {"zombies": [KEPT[1]]}, ["Take the unit in 043 off the map: eliminated."]),
    ("a unit is left", STEP,
     {"zombies": [KEPT[0], unit("030", berserk=True)], "people": {"roger": person("031", "infected")}},
     ["Move Roger from 030 to 031.", "Turn the unit in 030 face down."]),
    ("a unit is shot at", {"do": "shoot"}, {"zombies": [unit("043", 4), KEPT[1]], "shown": {"043": 4}},
     ["Turn the unit in 043 up to see its value, and face down again."]),
    ("a unit goes berserk", {"do": "check_berserk"}, {"zombies": [unit("043", berserk=True), KEPT[1]]},
     ["Put a Berserk marker on the unit in 043."]),
    ("a unit calms down", {"do": "check_berserk"}, {"zombies": [KEPT[0], unit("030", 7)]},
     ["Take the Berserk marker off the unit in 030."]),
    ("somebody is stunned", HIT, {"people": {"peter": person("010", "stunned")}},
     ["Turn Peter over to the stunned side."]),
    ("somebody is killed", HIT, {"people": {"peter": person(None, "killed")}},
     ["Take Peter off the map: killed."]),
    ("12.3 whoever has a rifle is killed", HIT, {"people": {"fran": person(None, "killed")}},
     ["Take Fran off the map: killed.", "Take Fran's hunting rifle off: it is out of play."]),
    ("12.3 whoever has a rifle turns", HIT, {"people": {"fran": person("048", "super_zombie")}},
     ["Turn Fran over to the super zombie side.", "Take Fran's hunting rifle off: it is out of play."]),
    ("5.4 nobody has read a cardboard unit that meets somebody", MOVE | {"path": ["010"]}, {"zombies": [unit("010"), KEPT[1]]},
     ["Move the unit from 043 to 010 and turn it face up."]),
    ("9.0 nobody has read a hidden cardboard unit yet", STEP, {"zombies": [*KEPT, unit("010")]},
     ["Put a unit from the Hidden Zombie box into 010, face up."]),
    ("5.4 a cardboard unit is met", STEP, {"people": {"peter": person("043", "normal")}},
     ["Move Peter from 010 to 043.", "Turn the unit in 043 face up."]),
    ("a super zombie goes", {"do": "react", "super": "roger", "path": ["031"]},
     {"people": {"roger": person("031", "infected")}}, ["Move Roger from 030 to 031."]),
    ("a door is closed", {"do": "close_door"}, {"doors": [DOOR]},
     ["Put a Closed marker on the door between 031 and 050."]),
    ("glass breaks", {"do": "smash"}, {"doors": [DOOR | {"state": "destroyed"}]},
     ["Turn the Closed marker of the door between 031 and 050 over: destroyed."]),
    ("a main door is closed", {"do": "close_main_door"}, {"main_doors": {"north": "closed"}},
     ["Put a Closed marker on the North door."]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "action", "changes", "lines"), CHANGES, ids=[c[0] for c in CHANGES])
def test_each_change_is_a_line(what: str, action: Json, changes: Json, lines: list[str]) -> None:
    line = {"n": 4, "seat": "zombie", "action": action, "cases": ["7.0"]}
    assert list(on_the_board(Played(line, BEFORE, changed(**changes)))) == lines


def test_5_4_a_cardboard_unit_is_turned_up_where_it_meets_somebody_not_where_it_is_read(
    tmp_path: Path,
) -> None:
    table = Seated(tmp_path, options={"counters": "physical"})
    table.set_up()
    with table.tables.store.at(table.code) as loaded:
        now = replace(loaded.positions[-1], zombies={"011": Zombie(None)}, trail=("010",))
        loaded.positions[-1] = enter_phase(now, "reaction")
        loaded.views.clear()
    table.do(
        "zombie", {"do": "react", "from": "011", "path": ["010"]}, {"do": "next_phase"}, {"do": "next_phase"}
    )
    table.do("zombie", {"do": "open_attack", "square": "010"})
    table.do("human", {"do": "hold_fire"})
    table.do("zombie", {"do": "declare_attack", "count": 2, "values": {"010": 9}})
    told = [line["text"] for line in checklist(table.tables.lately(table.code, player_turn))]
    assert told == ["Move the unit from 011 to 010 and turn it face up."]
    table.tables.close()


@pytest.mark.parametrize(("seat", "count"), [("table", 0), ("human", 1)])
def test_what_a_finger_did_on_the_tablet_is_no_line(seat: str, count: int) -> None:
    line = {"n": 4, "seat": seat, "action": STEP, "cases": ["5.0"]}
    after = changed(people={"peter": person("011", "normal")})
    assert len(list(on_the_board(Played(line, BEFORE, after)))) == count


def test_at_practice_the_moves_of_the_characters_are_lines_too(tmp_path: Path) -> None:
    """There the referee may have made them, also from the tablet, and the counters are still to be moved."""
    table = Seated(tmp_path, options={"mode": "solitaire", "practice": True}, sources=ordered({}))
    cookie = {"Cookie": f"seat-{table.code}={table.tokens['table']}"}
    for far in ("", "turn"):
        form = {"version": str(table.version), "side": "human", "far": far}
        table.client.post(f"/t/{table.code}/advance", headers=cookie, data=form)
    steps = [line["action"]["to"] for line in table.record() if line.get("action", {}).get("do") == "step"]
    assert steps
    shown = table.client.get(f"/t/{table.code}", headers=cookie).text
    for to in steps:
        assert re.search(rf"Move \w+ from \d+ to {to}\.", shown)
    table.tables.close()


def test_over_a_whole_game_the_lines_lead_from_board_to_board_and_tell_no_value(tmp_path: Path) -> None:
    """Whoever does what the lines say has the units where the referee has them, and has learnt no value (2.3)."""
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    on_board = {z["square"] for z in table.view()["zombies"]}
    play_out(table)
    with table.tables.store.at(table.code) as loaded:
        views = [loaded.match.view(position, "table") for position in loaded.positions]
        standing = loaded.standing()
    lines = [
        {"n": n, "seat": "zombie", "action": li.action, "cases": ["7.0"]} for n, li in enumerate(standing)
    ]
    played = [Played(*each) for each in zip(lines, views[:-1], views[1:], strict=True)][2:]
    for done in played:
        for text in on_the_board(done):
            words = text.split()
            assert "value " not in text
            if text.startswith("Move the unit"):
                on_board.remove(words[4])
                on_board.add(words[6].rstrip("."))
            elif text.startswith("Put a unit"):
                on_board.add(words[words.index("into") + 1].rstrip(","))
            elif "eliminated" in text:
                on_board.remove(words[4])
        assert on_board == {z["square"] for z in done.after["zombies"]}


def test_it_holds_the_present_player_turn_and_the_two_before(tmp_path: Path) -> None:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    play_out(table)
    found = table.tables.lately(table.code, player_turn)
    now = player_turn(found[-1].after)
    assert len({player_turn(done.after) for done in found}) == 3
    listed = checklist(found)
    assert len({line["id"] for line in listed}) == len(listed) > 0
    last = walked([d for d in found if player_turn(d.after) == now])
    assert sum(not line["past"] for line in listed) == sum(len(list(on_the_board(d))) for d in last)
    table.tables.close()


def steps(seated: Seated, *squares: str) -> None:
    seated.do("human", *({"do": "step", "to": square} for square in squares))


def listed(seated: Seated) -> list[str]:
    """Return the lines on the tablet."""
    page = seated.client.get(f"/t/{seated.code}", headers=seated.headers("table")).text
    part = page[page.index('<section id="checklist"') :]
    return re.findall(r"data-tick=[^>]*><span>([^<]*)</span>", part[: part.index("</section>")])


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Peter is on the move from 009."""
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    yield table
    table.tables.close()


def test_5_0_a_walk_is_one_line_from_its_start_to_its_end(seated: Seated) -> None:
    steps(seated, "008", "026", "045")
    assert listed(seated) == ["Move Peter from 009 to 045."]
    seated.do("human", {"do": "end_turn"})
    assert listed(seated) == ["Move Peter from 009 to 045."]


def test_5_0_a_walk_back_to_its_start_is_two_lines(seated: Seated) -> None:
    """Whoever followed the first step with the counter has to bring it back."""
    steps(seated, "008", "009")
    assert listed(seated) == ["Move Peter from 009 to 008.", "Move Peter from 008 to 009."]


def test_5_4_a_walk_ends_where_a_unit_is_turned_up(seated: Seated) -> None:
    steps(seated, "008", "007", "025")
    assert listed(seated) == ["Move Peter from 009 to 025.", "Turn the unit in 025 face up."]


def test_r_undo_what_was_taken_back_is_put_back_until_the_next_action(seated: Seated) -> None:
    steps(seated, "008", "007", "025")
    for _ in range(2):
        seated.post("human", "/undo")
        seated.post("zombie", "/undo", answer="agree")
    back = [
        "Put back: Peter from 007 to 008.",
        "Put back: Peter from 025 to 007.",
        "Put back: the unit in 025, face down.",
    ]
    assert listed(seated) == ["Move Peter from 009 to 008.", back[1], back[2], back[0]]
    seated.restart()
    assert listed(seated)[1:] == [back[1], back[2], back[0]]
    steps(seated, "026")
    assert listed(seated) == ["Move Peter from 009 to 026."]


@pytest.mark.parametrize(("what", "action", "changes", "lines"), CHANGES, ids=[c[0] for c in CHANGES])
def test_r_undo_each_change_is_put_back(what: str, action: Json, changes: Json, lines: list[str]) -> None:
    line = {"n": 4, "seat": "zombie", "action": action, "cases": ["7.0"]}
    told = [one["text"] for one in undo_checklist([Played(line, BEFORE, changed(**changes))])]
    shot = what == "a unit is shot at"
    assert bool(told) != shot
    assert all(text.startswith("Put back: ") and "None" not in text and "value" not in text for text in told)


@pytest.mark.parametrize(
    ("action", "changes", "lines"),
    [
        (MOVE, {"zombies": [unit("044"), KEPT[1]]}, ["the unit from 044 to 043"]),
        (MOVE, {"zombies": [unit("044", 3), KEPT[1]]}, ["the unit from 044 to 043, face down"]),
        (HIT, {"zombies": [KEPT[1]]}, ["the unit from the eliminated units into 043, face down"]),
        ({"do": "reveal"}, {"zombies": [*KEPT, unit("066")]},
         ["the unit in 066 off the map, to the Hidden Zombie box"]),
        (HIT, {"people": {"fran": person(None, "killed")}},
         ["Fran into 048", "the infected counter of Fran", "the hunting rifle to Fran"]),
        ({"do": "smash"}, {"doors": [DOOR | {"state": "destroyed"}]}, ["the door between 031 and 050, open"]),
    ],
)  # fmt: skip
def test_r_undo_the_cardboard_lies_as_it_did_before(action: Json, changes: Json, lines: list[str]) -> None:
    line = {"n": 4, "seat": "zombie", "action": action, "cases": ["7.0"]}
    found = undo_checklist([Played(line, BEFORE, changed(**changes))])
    assert [one["text"] for one in found] == [f"Put back: {text}." for text in lines]

"""What the checklist beside the cardboard tells: all that a step changed there, and no Zombie Value (2.3)."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.cardboard.instructions import lines_of
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import Tracker, board_of
from referee.games.table_view import game_json
from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests import soak
from tests.referee.dawn_views import view_of
from tests.referee.games.dawn_of_the_dead.pages.listing import Played, of_table, on_the_board, undo_checklist
from tests.referee.games.dawn_of_the_dead.pages.listing import listed as of_happened
from tests.referee.played import play_out, take_back
from tests.referee.seated import Seated, ordered
from tests.rows import each_row

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
    ("a unit is shot at", {"do": "shoot"}, {"zombies": [unit("043", 4), KEPT[1]], "shown": {"043": 4}}, []),
    ("a unit goes berserk", {"do": "check_berserk"}, {"zombies": [unit("043", berserk=True), KEPT[1]]},
     ["Put a Berserk marker on the unit in 043."]),
    ("a unit calms down", {"do": "check_berserk"}, {"zombies": [KEPT[0], unit("030", 7)]},
     ["Take the Berserk marker off the unit in 030."]),
    ("somebody is stunned", HIT, {"people": {"peter": person("010", "stunned")}},
     ["Turn Peter over to the stunned side."]),
    ("somebody is killed", HIT, {"people": {"peter": person(None, "killed")}},
     ["Take Peter off the map: killed."]),
    ("12.3 whoever has a rifle is killed", HIT, {"people": {"fran": person(None, "killed")}},
     ["Take Fran off the map: killed.", "Take Fran’s hunting rifle off: it is out of play."]),
    ("12.3 whoever has a rifle turns", HIT, {"people": {"fran": person("048", "super_zombie")}},
     ["Turn Fran over to the super zombie side.", "Take Fran’s hunting rifle off: it is out of play."]),
    ("5.4 nobody has read a cardboard unit that meets somebody",
    MOVE | {"path": ["010"]}, {"zombies": [unit("010"), KEPT[1]]},
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
     ["Put a Destroyed marker on the door between 031 and 050."]),
    ("a main door is closed", {"do": "close_main_door"}, {"main_doors": {"north": "closed"}},
     ["Put a Closed marker on the North door."]),
]  # fmt: skip


@each_row("what, action, changes, lines", CHANGES)
def test_each_change_is_a_line(what: str, action: Json, changes: Json, lines: list[str]) -> None:
    line = {"n": 4, "seat": "zombie", "action": action, "cases": ["7.0"]}
    assert list(on_the_board(Played(line, BEFORE, changed(**changes)))) == lines


def test_5_4_a_cardboard_unit_is_turned_up_where_it_meets_somebody_not_where_it_is_read(
    tmp_path: Path,
) -> None:
    table = Seated(tmp_path, options={"counters": "physical"})
    table.set_up()
    with table.opened() as loaded:
        now = replace(loaded.positions[-1], zombies={"011": Zombie(None)}, trail=("010",))
        loaded.positions[-1] = enter_phase(now, "reaction")
        loaded.views.clear()
    table.do(
        "zombie", {"do": "react", "from": "011", "path": ["010"]}, {"do": "next_phase"}, {"do": "next_phase"}
    )
    table.do("zombie", {"do": "open_attack", "square": "010"})
    table.do("human", {"do": "hold_fire"})
    table.do("zombie", {"do": "declare_attack", "count": 2, "values": {"010": 9}})
    texts = [line.text for line in of_table(table)]
    assert texts == ["Move the unit from 011 to 010 and turn it face up."]
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


@soak.GAMES
def test_over_a_whole_game_the_lines_lead_from_board_to_board_and_tell_no_value(tmp_path: Path) -> None:
    """A player who does what the lines say has the units in place and has learnt no value (2.3)."""
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    on_board = {z["square"] for z in table.view()["zombies"]}
    play_out(table)
    with table.opened() as loaded:
        views = [game_json(loaded.match.view(position, "table")) for position in loaded.positions]
        numbers = [line.n for line in loaded.standing()]
    told = {line["n"]: line for line in table.tables.log_entries(table.code, "table")}
    lines = [told[n] | {"seat": "zombie", "cases": ["7.0"]} for n in numbers]
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


def steps(seated: Seated, *squares: str) -> None:
    seated.do("human", *({"do": "step", "to": square} for square in squares))


def page(seated: Seated, seat: str = "table") -> str:
    text = seated.client.get(f"/t/{seated.code}", headers=seated.headers(seat)).text
    part = text[text.index('<section id="checklist"') :]
    return part[: part.index("</section>")]


def listed(seated: Seated, seat: str = "table") -> list[str]:
    """Return the lines on a screen."""
    return re.findall(r'name="tick" value="([^"]*\.)"', page(seated, seat))


def tick(seated: Seated, what: str = "all", seat: str = "table", at: int | None = None) -> None:
    """Tick a line, or all that a screen shows, or untick."""
    shown = re.search(r'name="at" value="(\d+)"', page(seated, seat))
    count = at if at is not None else shown[1] if shown else 0
    answer = seated.client.post(
        f"/t/{seated.code}/checklist", headers=seated.headers(seat), data={"tick": what, "at": str(count)}
    )
    assert answer.status_code == 303


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


def test_5_0_a_walk_back_to_its_start_is_nothing(seated: Seated) -> None:
    steps(seated, "008", "009")
    assert listed(seated) == []


def test_5_0_a_walk_back_after_a_tick_is_a_line(seated: Seated) -> None:
    """The hand has followed the first step, so it has to bring the counter back."""
    steps(seated, "008")
    tick(seated)
    steps(seated, "009")
    assert listed(seated) == ["Move Peter from 008 to 009."]


def test_5_4_a_unit_turned_up_on_the_way_is_turned_up_at_its_end(seated: Seated) -> None:
    steps(seated, "008", "007", "025")
    assert listed(seated) == ["Move Peter from 009 to 025.", "Turn the unit in 025 face up."]
    assert [line.case for line in of_table(seated)] == ["5.0", "5.4"]


def test_r_undo_what_was_taken_back_is_told_as_its_net_effect(seated: Seated) -> None:
    """A counter that nobody moved need not move back. One that was moved goes back in one move."""
    steps(seated, "008", "007", "025")
    take_back(seated)
    assert listed(seated) == ["Move Peter from 009 to 007."]
    steps(seated, "025")
    tick(seated)
    for _ in range(2):
        take_back(seated)
    back = ["Move Peter from 025 to 008.", "Turn the unit in 025 face down."]
    assert listed(seated) == back
    assert page(seated).count(">R-UNDO<") == len(back)
    seated.restart()
    assert listed(seated) == back
    steps(seated, "026")
    assert listed(seated) == ["Move Peter from 025 to 026.", "Turn the unit in 025 face down."]


def test_a_line_that_was_ticked_is_gone_on_every_screen(seated: Seated) -> None:
    """No other hand moves it again, even after a restart. Later lines start from there."""
    steps(seated, "008", "007", "025")
    tick(seated, "Move Peter from 009 to 025.")
    seated.restart()
    assert listed(seated) == ["Turn the unit in 025 face up."]
    take_back(seated)
    assert listed(seated) == ["Move Peter from 025 to 007."]


def test_a_tick_of_what_is_not_there_any_more_changes_what_was_shown_then(seated: Seated) -> None:
    """The tap was on its way while Peter went on: the hand has moved the counter as far as the list said."""
    steps(seated, "008")
    at = int(re.findall(r'name="at" value="(\d+)"', page(seated))[0])
    steps(seated, "026")
    tick(seated, "Move Peter from 009 to 008.", at=at)
    assert listed(seated) == ["Move Peter from 008 to 026."]
    for wrong in ("Move Peter from 009 to 008.", "nothing of the kind"):
        tick(seated, wrong)
        assert listed(seated) == ["Move Peter from 008 to 026."]


def test_a_tick_by_mistake_is_put_back(seated: Seated) -> None:
    steps(seated, "008")
    tick(seated)
    assert "Put back on the list" in page(seated)
    tick(seated, "undo")
    assert listed(seated) == ["Move Peter from 009 to 008."]


def test_no_more_lines_are_shown_than_hands_do_in_one_go(tmp_path: Path) -> None:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    play_out(table, turns=2)
    due = 0
    while lines := listed(table):
        assert len(lines) <= 6
        assert ("more</p>" in page(table)) == (len(lines) == 6 and "Then" in page(table))
        tick(table)
        due += 1
    assert due > 1
    table.tables.close()


def test_the_zombie_players_phone_lists_what_that_hand_moves(seated: Seated) -> None:
    steps(seated, "008", "026", "045")
    seated.do("human", {"do": "end_turn"})
    assert (listed(seated, "zombie"), listed(seated, "human")) == ([], [])
    react(seated)
    moved = listed(seated, "zombie")
    assert moved
    assert all(line.startswith("Move the unit from") for line in moved)
    assert set(moved) < set(listed(seated))
    tick(seated, moved[0], seat="zombie")
    assert moved[0] not in listed(seated) + listed(seated, "zombie")


def test_r_undo_what_a_shot_came_between_stays_on_the_zombie_players_list() -> None:
    """Nobody has put the marker on the unit yet when it falls, and it stands again."""
    berserk, fallen = changed(zombies=[unit("043", berserk=True), KEPT[1]]), changed(zombies=[KEPT[1]])
    check = {"n": 4, "seat": "zombie", "action": {"do": "check_berserk"}, "cases": ["10.0"]}
    shot = {"n": 5, "seat": "human", "action": {"do": "shoot"}, "cases": ["6.4"]}
    first, second = Played(check, BEFORE, berserk).happened, Played(shot, berserk, fallen).happened
    (due,) = of_happened(board_of(view_of(BEFORE)), [first, second, replace(second, back=True)])
    assert (due.text, due.zombie) == ("Put a Berserk marker on the unit in 043.", True)


def test_10_5_a_door_that_a_shot_destroyed_is_on_the_list_with_its_own_case() -> None:
    closed, broken = (changed(doors=[DOOR | {"state": state}]) for state in ("closed", "destroyed"))
    shot = {"n": 4, "seat": "human", "action": {"do": "shoot"}, "cases": ["6.4", "6.7", "10.5"]}
    (line,) = of_happened(board_of(view_of(closed)), [Played(shot, closed, broken).happened])
    says = "Turn the Closed marker of the door between 031 and 050 over: destroyed."
    assert (line.text, line.case) == (says, "10.5")


def react(seated: Seated) -> None:
    """Move one unit that must react."""
    while seated.view()["phase"] != "reaction":
        seated.do("zombie", {"do": "next_phase"})
    actions = seated.get("zombie", "/actions").get_json()["actions"]
    seated.do("zombie", next(a for a in actions if a["do"] == "react"))


@each_row("what, action, changes, lines", CHANGES)
def test_r_undo_each_change_is_put_back(what: str, action: Json, changes: Json, lines: list[str]) -> None:
    line = {"n": 4, "seat": "zombie", "action": action, "cases": ["7.0"]}
    texts = undo_checklist(Played(line, BEFORE, changed(**changes)))
    shot = what == "a unit is shot at"
    assert bool(texts) != shot
    assert all(one.case == "R-UNDO" and "None" not in one.text and "value" not in one.text for one in texts)


@each_row("action, changes, lines", [
        (MOVE, {"zombies": [unit("044"), KEPT[1]]}, ["Move the unit from 044 to 043."]),
        (MOVE | {"path": ["010"]}, {"zombies": [unit("010", 3), KEPT[1]]},
         ["Move the unit from 010 to 043 and turn it face down."]),
        (HIT, {"zombies": [KEPT[1]]}, ["Put a unit from the eliminated units into 043, face down."]),
        ({"do": "reveal"}, {"zombies": [*KEPT, unit("066")]},
         ["Take the unit in 066 off the map, back to the Hidden Zombie box."]),
        (HIT, {"people": {"fran": person(None, "killed")}},
         ["Put the infected counter in place of Fran.", "Put Fran back into 048.",
          "Give Fran a hunting rifle."]),
        ({"do": "smash"}, {"doors": [DOOR | {"state": "destroyed"}]},
         ["Take the Destroyed marker off the door between 031 and 050."]),
    ])  # fmt: skip
def test_r_undo_the_cardboard_lies_as_it_did_before(action: Json, changes: Json, lines: list[str]) -> None:
    line = {"n": 4, "seat": "zombie", "action": action, "cases": ["7.0"]}
    listed = undo_checklist(Played(line, BEFORE, changed(**changes)))
    assert [one.text for one in listed] == lines


@pytest.mark.parametrize(
    ("physical", "words", "which"),
    [
        (True, "the one taken off 043, face down", "It is the one taken off 043."),
        (False, "from the eliminated units, face down", ""),
    ],
    ids=["cardboard values", "stand-ins"],
)
def test_r_undo_the_unit_that_a_hand_took_off_comes_back(physical: bool, words: str, which: str) -> None:
    """Where cardboard values count it is that very unit, told by its square and by no value (2.3)."""
    line = {"n": 4, "seat": "zombie", "action": HIT, "cases": ["7.0"]}
    hit = Played(line, BEFORE, changed(zombies=[KEPT[1]])).happened
    tracker = Tracker(board_of(view_of(BEFORE)))
    tracker.follow(hit)
    tracker.mark_done(facet for one in lines_of(tracker, physical=physical) for facet in one.facets)
    tracker = tracker.copy()
    tracker.follow(replace(hit, back=True))
    (back,) = lines_of(tracker, physical=physical)
    assert back.text == "Put a unit from the eliminated units into 043, face down."
    assert (back.words, back.which) == (words, which)


def test_a_stale_untick_leaves_the_ticks_of_others(seated: Seated) -> None:
    """A phone shows the list after its own tick; meanwhile the tablet ticks what came next."""
    steps(seated, "008")
    tick(seated)
    seen = re.search(r'name="serial" value="(\d+)"', page(seated))
    assert seen
    form = {"tick": "undo", "at": "9", "serial": seen[1]}
    steps(seated, "026")
    tick(seated)
    before = seated.tables.checklist.ticks(seated.code)

    def untick() -> None:
        where, headers = f"/t/{seated.code}/checklist", seated.headers("table")
        assert seated.client.post(where, headers=headers, data=form).status_code == 303

    untick()
    assert seated.tables.checklist.ticks(seated.code) == before
    form["serial"] = str(before.serial)
    untick()
    assert len(seated.tables.checklist.ticks(seated.code).done) == 1
    untick()
    assert len(seated.tables.checklist.ticks(seated.code).done) == 1, "a second tap on the same list"

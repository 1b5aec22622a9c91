"""The total of dice, given in their place: kept as such, played back, and coming up again (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.records import replay, start_of
from referee.games.interface import ChanceRequest, DiceTotal
from referee.records import codec
from referee.records.seals import Chance
from referee.records.text import dump_line
from referee.tables.record import replay_record
from rules.dawn_of_the_dead.position import Zombie
from tests import soak
from tests.referee.seated import START, Seated, ordered

Json = dict[str, Any]
MOVE: Json = {"do": "start_move", "characters": ["peter", "roger"]}
SHOT: Json = {"do": "shoot", "by": ["peter"], "at": "012"}
BOTH: Json = {**SHOT, "by": ["peter", "roger"]}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Peter and Roger see a unit that they cannot easily eliminate."""
    made = Seated(tmp_path, sources=ordered({}))
    made.do("zombie", {"do": "place_hidden", "squares": ["001", "002", "003", "005", "006"]})
    places = {**START["squares"], "peter": "010", "roger": "010", "steve": "009", "fran": "009"}
    made.do("human", START | {"squares": places}, MOVE)
    with made.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "012": Zombie(11)})
    yield made
    made.tables.close()


def take_back(table: Seated) -> None:
    table.post("human", "/undo", answer="ask")
    assert table.post("zombie", "/undo", answer="agree").get_json()["undo"] == "done"


def last(table: Seated) -> Json:
    line: Json = table.record()[-1]
    return line


def test_it_stands_in_the_record_and_the_view_and_no_faces_do(table: Seated) -> None:
    view = table.do("human", {**SHOT, "total": 4})["view"]
    assert last(table)["action"] == {**SHOT, "total": 4}
    assert "rolled" not in last(table)
    assert view["moment"]["action"] == {**SHOT, "total": 4}
    roll = next(e for e in view["moment"]["effects"] if e["effect"] == "roll")
    assert (roll["dice"], roll["total"], roll["count"]) == ([], 4, 2)
    before = table.everything()
    table.restart()
    assert {k: v for k, v in table.everything().items() if "record" in k} == {
        k: v for k, v in before.items() if "record" in k
    }


def test_what_the_dice_cannot_come_to_is_refused(table: Seated) -> None:
    for wrong in (1, 13):
        answer = table.try_("human", {**SHOT, "total": wrong})
        assert answer.status_code == 422
        assert "2 to 12" in answer.get_json()["detail"]
    assert table.try_("human", {**SHOT, "total": 7, "dice": [3, 4]}).status_code == 422
    assert table.try_("human", {"do": "step", "to": "011", "total": 7}).status_code == 422


def test_r_undo_a_total_that_was_taken_back_comes_up_again(table: Seated) -> None:
    table.do("human", {**SHOT, "total": 4})
    take_back(table)
    differs = table.try_("human", {**SHOT, "total": 12})
    assert "a total of 4 comes up again" in differs.get_json()["detail"]
    assert table.try_("human", {**SHOT, "dice": [6, 6]}).status_code == 422
    table.restart()
    table.do("human", SHOT)
    assert last(table)["action"] == {**SHOT, "total": 4}
    table.do("human", SHOT)
    assert "dice" in last(table)["action"], "it is used up"


def test_r_undo_a_larger_roll_begins_with_it_and_a_smaller_one_leaves_it(table: Seated) -> None:
    """6.8: two guns of two dice each roll three."""
    table.do("human", {**SHOT, "total": 4})
    take_back(table)
    table.do("human", BOTH)
    total = last(table)["action"]["total"]
    assert 5 <= total <= 10
    assert last(table)["rolled"] == {"shot": 1}
    take_back(table)
    table.do("human", {**SHOT, "dice": [1, 1]})
    assert table.try_("human", {**BOTH, "total": total + 1}).status_code == 422
    table.do("human", BOTH)
    assert last(table)["action"]["total"] == total


def test_r_undo_dice_that_were_taken_back_may_be_told_as_their_total(table: Seated) -> None:
    table.do("human", {**SHOT, "dice": [1, 3]})
    take_back(table)
    assert table.try_("human", {**SHOT, "total": 5}).status_code == 422
    table.do("human", {**SHOT, "total": 4})
    table.do("human", SHOT)
    assert last(table)["rolled"] == {"shot": 2}, "the dice are used up, too"


@pytest.mark.parametrize("taps", [25, *soak.rest(soak.GAMES, [700])])
def test_a_game_with_totals_replays_and_verifies(tmp_path: Path, taps: int) -> None:
    table = Seated(tmp_path, options={"mode": "solitaire", "practice": True}, sources=ordered({}))
    given = 0
    for count in range(taps):
        view = table.view()
        if view["phase"] == "over":
            break
        side = "human" if view["practice"] else "zombie"
        proposed = view["practice"] or view["advice"] or {"action": {}}
        asked = table.post("table", "/ask", action=proposed["action"]).get_json()
        if (
            not view["underway"]
            and asked.get("needs") == {"dice": 2}
            and "hidden" not in proposed["action"]["do"]
        ):
            table.do("table", {**proposed["action"], "total": 2 + count % 11})
            given += 1
            continue
        if table.post("table", "/advance", version=table.version, side=side).status_code != 200:
            table.do("table", table.get("table", "/actions").get_json()["actions"][-1])
    assert given
    record = codec.parse(map(dump_line, table.record()))
    assert records.chance_problems(record, replay_record) == []
    over = table.view()["phase"] == "over"
    assert over is (taps == 700), "how the units were drawn is sealed until then"
    assert not over or all(judged.stands for judged in replay(record, start_of(record)))


def test_what_cannot_be_split_waits_for_a_roll_of_as_many_dice() -> None:
    chance = Chance("a seed")
    chance.take_back([(ChanceRequest("shot", "total", 1, total="total"), (DiceTotal(9, 2),))])
    one, three = (ChanceRequest("shot", "dice", n, total="total") for n in (1, 3))
    assert chance.next(one)[1] == 1
    results, new = chance.next(three)
    assert (results[0], new) == (9, 1)
    assert isinstance(results[0], DiceTotal)

"""Verifying a record where the referee plays the zombies: its dice between equals are rolled again (15.4)."""

from __future__ import annotations

import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from referee import __version__
from referee.errors import InputError
from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.ai.advisers import TIE_CASE
from referee.games.dawn_of_the_dead.records import chance_problems
from referee.records.codec import Record, parse
from referee.storage.schema import games
from referee.tables.record import replay_record
from tests.referee.games.dawn_of_the_dead.test_solitaire_table import ALONE, SEED, advance, to_a_tie
from tests.referee.seated import START, Seated, ordered


@pytest.fixture(scope="module")
def tied(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """Return a finished game's record with one tie decided by dice and one by the player."""
    folder: Path = tmp_path_factory.mktemp("tied")
    seated = Seated(folder, options=ALONE, sources=replace(ordered({}), seed=lambda: SEED))
    seated.do("table", START)
    among = to_a_tie(seated)
    advance(seated)
    named = seated.record()[-1]["action"]["square"]
    seated.post("table", "/undo")
    seated.do("table", next(action for action in among if action["square"] != named))
    seated.post("table", "/undo")
    advance(seated)
    with seated.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="human")
    record = parse(seated.get("table", "/record").data.splitlines())
    seated.tables.close()
    return record


def altered(record: Record, n: int, **changes: Any) -> Record:
    """Return a record with one line changed."""
    lines = copy.deepcopy([dict(line) for line in record.lines])
    next(line for line in lines if line["n"] == n).update(changes)
    return Record(record.header, tuple(lines), record.opened)


def test_a_draw_of_other_units_than_those_of_the_sheet_is_told_in_a_sentence(tied: Record) -> None:
    header = copy.deepcopy(dict(tied.header))
    drawn = header["start"]["draw"]
    drawn[0] = next(value for value in drawn if value != drawn[0])
    with pytest.raises(InputError, match=r"start\.draw: "):
        chance_problems(Record(header, tied.lines, tied.opened), replay_record)


def tie_line(record: Record) -> Any:
    """Return the last line that tells of dice between equals."""
    return [line for line in record.lines if TIE_CASE in line["cases"]][-1]


def test_15_4_dice_between_equals_are_those_of_the_seed(tied: Record) -> None:
    """The tie, the other choice of the player, and the tie made again are all as they should be."""
    assert len([line for line in tied.lines if TIE_CASE in line["cases"]]) == 2
    assert chance_problems(tied, replay_record) == []


def test_15_4_other_dice_in_the_log_are_found(tied: Record) -> None:
    line = tie_line(tied)
    before, after = line["story"].split(" on the die")
    forged = f"{before[:-1]}{int(before[-1]) % 6 + 1} on the die{after}"
    faults = chance_problems(altered(tied, line["n"], story=forged), replay_record)
    assert faults == [f"Action {line['n']}: its tie was not decided by the dice that the sealed seed gives."]


def test_15_4_dice_that_were_not_rolled_are_found(tied: Record) -> None:
    """A player's own choice cannot claim dice. Dice cannot be left out, or claimed without a tie."""
    line = tie_line(tied)
    chosen = next(x for x in tied.lines if x["turn"] == line["turn"] and x["n"] == line["n"] - 1)
    first = next(x for x in tied.lines if x["action"]["do"] == "roll_hidden")
    for record in (
        altered(tied, chosen["n"], cases=[*chosen["cases"], TIE_CASE]),
        altered(tied, line["n"], cases=[c for c in line["cases"] if c != TIE_CASE]),
        altered(tied, first["n"], cases=[*first["cases"], TIE_CASE]),
    ):
        assert any(
            "its tie was not decided" in sentence for sentence in chance_problems(record, replay_record)
        )


def test_15_4_another_choice_in_the_record_is_found(tied: Record) -> None:
    line = tie_line(tied)
    other = next(x for x in tied.lines if x["n"] == line["n"] - 1)["action"]["square"]
    faults = chance_problems(
        altered(tied, line["n"], action={**line["action"], "square": other}), replay_record
    )
    assert any("its tie was not decided" in sentence for sentence in faults)


def of_version(record: Record, version: str) -> Record:
    """Return a record as another version of the program hands it out."""
    return Record({**record.header, "version": version}, record.lines, record.opened)


def test_records_of_an_earlier_version_may_use_other_words(tied: Record) -> None:
    """Their sentences and ties are not compared. Their dice are, as is every record of this version."""
    assert __version__ != "0.1.0"
    line = tie_line(tied)
    reworded = altered(tied, line["n"], story="The zombie comes nearer.", cases=["15.0"])
    assert chance_problems(reworded, replay_record)
    assert any(
        "its sentence does not say" in sentence for sentence in records.faults(reworded, replay_record)
    )
    old = of_version(reworded, "0.1.0")
    assert chance_problems(old, replay_record) == []
    assert records.faults(old, replay_record) == records.faults(tied, replay_record)
    rolled = next(x for x in tied.lines if x["action"]["do"] == "roll_hidden")
    other = [die % 6 + 1 for die in rolled["action"]["dice"]]
    forged = altered(of_version(tied, "0.1.0"), rolled["n"], action={**rolled["action"], "dice": other})
    assert any("its dice or draws are not" in sentence for sentence in chance_problems(forged, replay_record))


def test_a_table_of_an_earlier_version_hands_out_a_record_of_that_version(tmp_path: Path) -> None:
    """Its sentences stay as written, so the record names the version that wrote them."""
    seated = Seated(tmp_path)
    seated.set_up()
    assert seated.record()[0]["version"] == __version__
    with seated.tables.database.writing() as connection:
        connection.execute(update(games).values(program=None))
    seated.restart()
    assert seated.record()[0]["version"] == "0.1.0"
    seated.tables.close()

"""`referee judge` and `referee actions`: JSON lines in, JSON lines out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.records import replay
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from referee.records.codec import Record
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.cli import Cli
from tests.referee.positions import a_position, moving


def asked(position: Any, action: Any) -> str:
    return json.dumps({"position": position, "action": action}) + "\n"


def test_a_legal_action_has_a_next_position_that_can_be_asked_about(cli: Cli) -> None:
    ruling = cli("judge", stdin=asked(a_position(), {"do": "start_move", "characters": ["peter"]})).json
    assert ruling["legal"] is True
    assert ruling["needs"] == {}
    assert ruling["after"]["move"]["characters"] == ["peter"]
    onwards = cli("judge", stdin=asked(ruling["after"], {"do": "step", "to": "043"})).json
    assert onwards["legal"] is True
    assert onwards["after"]["characters"]["peter"]["square"] == "043"
    assert onwards["after"]["trail"] == ["043"]


@pytest.mark.parametrize("system", ["dawn-of-the-dead", "battlecon"])
def test_a_member_of_the_line_that_nobody_knows_is_refused(cli: Cli, system: str) -> None:
    line = {"position": {"system": system}, "action": {"do": "end_turn"}, "waived": True}
    ran = cli("judge", stdin=json.dumps(line) + "\n")
    assert ran.status == 2
    assert ran.json == {"error": "waived is not a field that belongs here."}


def test_an_illegal_action_has_cases_and_a_sentence(cli: Cli) -> None:
    closed = [{"between": ["043", "062"], "state": "closed"}]
    position = moving(doors=closed) | {"characters": {"peter": {"square": "043"}}}
    ruling = cli("judge", stdin=asked(position, {"do": "step", "to": "062"})).json
    assert ruling["legal"] is False
    assert ruling["cases"][0] == "5.3"
    assert "062" in ruling["reason"]
    assert ruling["after"] is None


def test_dice_left_out_are_wanted_and_dice_that_cannot_be_are_refused(cli: Cli) -> None:
    position = a_position(phase="free_movement")
    answers = cli(
        "judge",
        stdin=asked(position, {"do": "roll_free_moves"})
        + asked(position, {"do": "roll_free_moves", "die": 7})
        + asked(position, {"do": "roll_free_moves", "die": 3})
        + asked(position, {"do": "roll_free_moves", "die": 100}),
    ).lines
    assert answers[0]["legal"]
    assert answers[0]["needs"] == {"dice": 1}
    assert answers[0]["after"] is None
    assert not answers[1]["legal"]
    assert "7" in answers[1]["reason"]
    assert (answers[3]["legal"], answers[3]["reason"]) == (False, "A die shows 1 to 6, not 100.")
    assert answers[2]["legal"]
    assert answers[2]["after"]["phase_state"]["left"] == 3


BAD_LINES = [
    ("nonsense", "The line is not JSON"),
    ("[]", "The line must be an object"),
    ("{}", "position is missing."),
    ('{"position": {}}', "action is missing."),
    (asked({}, {}), "system is missing."),
    (asked(a_position(), {"do": "fly"}), 'do: "fly" is not the name of an action'),
    (asked(a_position(), {"do": "step"}), "to is missing."),
    (asked(a_position(), {"do": "step", "to": "43"}), 'to: "43" is not a square number'),
    (asked(a_position(), {"do": "end_turn", "why": 1}), "why is not a field that belongs here."),
    (asked(a_position(phase="lunch"), {"do": "end_turn"}), 'phase: "lunch" is not one of the phases'),
    (asked(a_position(turn=0), {"do": "end_turn"}), "turn: 0 is not a Game-Turn"),
    (asked(a_position(move=5), {"do": "end_turn"}), "move: 5 is not an object."),
    (asked(a_position(phase_state=[1]), {"do": "end_turn"}), "phase_state: [1] is not an object."),
    (asked(a_position(zombies=["050"]), {"do": "end_turn"}), 'zombies[0]: "050" is not an object.'),
    (
        asked(a_position(), {"do": "roll_free_moves", "die": "3"}),
        'die: "3" is not a whole number.',
    ),
    (
        asked(a_position(), {"do": "start_move", "characters": ["fran"], "carry": 1}),
        "carry: 1 is not an object.",
    ),
    ("[" * 100_000, "The line is nested too deeply."),
    ('{"position": NaN, "action": 1}', "The line is not JSON: NaN is not a JSON number."),
    ('{"position": {"a": 1, "turn": 1, "turn": 2}}', 'The line names "turn" twice in one object.'),
    ("9" * 5000, "The line has a number of too many digits."),
    ("", "The line is empty."),
    (" \t", "The line is empty."),
]


@pytest.mark.parametrize(("line", "sentence"), BAD_LINES, ids=[s for _, s in BAD_LINES])
def test_a_bad_line_gets_its_error_and_the_rest_go_on(cli: Cli, line: str, sentence: str) -> None:
    good = asked(a_position(), {"do": "end_turn"})
    before, answer, after = cli("judge", stdin=good + line.strip() + "\n" + good).lines
    assert set(answer) <= {"error", "problems"}
    assert answer["error"].startswith(sentence)
    assert before == after
    assert before["legal"]


@pytest.mark.parametrize(
    ("command", "good"),
    [
        (("judge",), asked(a_position(), {"do": "end_turn"})),
        (("actions",), json.dumps(a_position()) + "\n"),
        (("sight", "--pairs"), "024 062\n"),
    ],
)
def test_a_line_that_cannot_be_read_makes_the_status_2_at_the_end(
    cli: Cli, command: tuple[str, ...], good: str
) -> None:
    fine = cli(*command, stdin=good * 2)
    assert (fine.status, fine.err, len(fine.lines)) == (0, "", 2)
    ran = cli(*command, stdin=good + "nonsense\n" + good)
    assert ["error" in line for line in ran.lines] == [False, True, False]
    assert (ran.status, ran.err) == (2, "referee: 1 of 3 lines could not be read.\n")


def test_bytes_that_are_no_text_and_a_line_without_end_are_errors(cli: Cli) -> None:
    good = asked(a_position(), {"do": "end_turn"}).encode()
    answers = cli("judge", stdin=b"\xff\xfe\n" + b"x" * 5_000_000 + b"\n" + good).lines
    assert "not UTF-8" in answers[0]["error"]
    assert "longer than" in answers[1]["error"]
    assert answers[2]["legal"]


def test_all_mistakes_of_a_position_are_named(cli: Cli) -> None:
    zombies = [{"square": "082", "value": 4}, {"square": "082", "value": 12}, {"square": "999", "value": 1}]
    first = cli("judge", stdin=asked(a_position(zombies=zombies), {"do": "end_turn"})).json
    assert first["error"] == "zombies[1].value: 12 is not a Zombie Value (1 to 11)."
    zombies[1]["value"] = 11
    second = cli("judge", stdin=asked(a_position(zombies=zombies), {"do": "end_turn"})).json
    assert len(second["problems"]) == 2


@pytest.mark.parametrize("system", ["nogame", ["battlecon"], None])
@pytest.mark.parametrize("command", ["judge", "actions"])
def test_a_position_of_a_game_that_is_not_here_gets_one_sentence(
    cli: Cli, command: str, system: object
) -> None:
    position = a_position(system=system)
    line = asked(position, {"do": "end_turn"}) if command == "judge" else json.dumps(position)
    (answer,) = cli(command, stdin=line).lines
    assert answer["error"].startswith(f"system: there are no rules for {json.dumps(system)}")
    assert "problems" not in answer


def test_actions_lists_what_judge_allows(cli: Cli) -> None:
    position = moving()
    actions = cli("actions", stdin=json.dumps(position)).json["actions"]
    assert {"do": "step", "to": "043"} in actions
    rulings = cli("judge", stdin="".join(asked(position, action) for action in actions)).lines
    assert all(ruling["legal"] for ruling in rulings)


@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_8_1_in_a_conversation_a_strike_says_that_no_shot_comes(cli: Cli, mode: str) -> None:
    """R-8.1a: an attack goes from `open_attack` to `roll_attack`, with or without `hold_fire`."""
    peter = {"peter": {"square": "043"}}
    start = a_position(
        phase="attack", mode=mode, characters=peter, zombies=[{"square": "043", "value": 5}], eliminated=[]
    )
    opened = cli("judge", stdin=asked(start, {"do": "open_attack", "square": "043"})).json["after"]
    strike = {"do": "roll_attack", "character": "peter"}
    listed = cli("actions", stdin=json.dumps(opened)).json["actions"]
    assert listed == [{"do": "defend", "by": ["peter"]}, strike]
    held, struck = cli("judge", stdin=asked(opened, {"do": "hold_fire"}) + asked(opened, strike)).lines
    assert struck["needs"] == {"dice": 2}
    assert cli("judge", stdin=asked(held["after"], strike)).json["needs"] == {"dice": 2}
    lines = [
        {"n": n, "turn": 1, "seat": "zombie", "action": action, "taken_back": False, "overridden": False}
        for n, action in enumerate(({"do": "open_attack", "square": "043"}, strike | {"dice": [1, 1]}), 1)
    ]
    steps = list(replay(Record({}, tuple(lines)), load_position(start, equipment.setting())))
    assert [step.stands for step in steps] == [True, True]
    assert steps[-1].position.characters["peter"].status == "infected"


def test_actions_answers_a_bad_line_and_goes_on(cli: Cli) -> None:
    answers = cli("actions", stdin=json.dumps(a_position(phase=1)) + "\n" + json.dumps(a_position())).lines
    assert "error" in answers[0]
    assert answers[1]["actions"]


def test_a_map_and_counters_of_ones_own(cli: Cli, tmp_path: Path) -> None:
    sheet = equipment.load_counters()
    sheet["characters"]["peter"]["normal"]["movement_allowance"] = 1
    (tmp_path / "counters.json").write_text(json.dumps(sheet))
    (tmp_path / "map.json").write_text(json.dumps(equipment.load_map()))
    options = ("--map", tmp_path / "map.json", "--counters", tmp_path / "counters.json")
    stepped = cli("judge", *options, stdin=asked(moving(), {"do": "step", "to": "043"})).json["after"]
    again = cli("judge", *options, stdin=asked(stepped, {"do": "step", "to": "024"})).json
    assert again["cases"][0] == "5.1"


def test_a_map_with_mistakes_is_bad_input(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text("{}")
    assert "(and " in cli.refused("judge", "--map", tmp_path / "map.json")


def test_a_program_can_hold_a_conversation() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "judge"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        position = a_position()
        for action in ({"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "043"}):
            process.stdin.write(asked(position, action))
            process.stdin.flush()
            position = json.loads(process.stdout.readline())["after"]
        process.stdin.close()
        assert process.wait(timeout=20) == 0
    assert position["characters"]["peter"]["square"] == "043"

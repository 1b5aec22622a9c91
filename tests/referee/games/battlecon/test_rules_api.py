"""BattleCON for programs: `judge`, `actions`, `case`, `search`, `replay`, `verify`, the rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.games.battlecon import GAME
from referee.games.battlecon.match import BattleRules
from referee.games.battlecon.options import table_options
from referee.games.toolkit.recording import recorded
from referee.records.codec import seal
from rules.battlecon.actions import Action
from rules.battlecon.game import legal_actions, rule
from tests.referee.any_table import AnyTable
from tests.referee.cli import Cli
from tests.referee.positions import a_position

Json = dict[str, Any]
DUEL: Json = {
    "system": "battlecon",
    "fighters": {"a": {"fighter": "cadenza"}, "b": {"fighter": "kallistar"}},
}
PAIR: Json = {"do": "commit_pair", "seat": "a", "style": "battery", "base": "strike"}


def asked(position: object, action: object) -> str:
    return json.dumps({"position": position, "action": action}) + "\n"


def a_duel(seed: int) -> list[Action]:
    """Return the actions of a duel played at random to its end."""
    rng, match = Random(seed), BattleRules(table_options({}))
    position, done = match.start(()), list[Action]()
    while position.phase != "over":
        seat = rng.choice(position.pending).seat
        giving_up = len(done) > 400
        choices = [a for a in legal_actions(position, seat) if (a.do == "concede") == giving_up]
        done.append(rng.choice(choices))
        after = rule(position, done[-1]).after
        assert after is not None
        position = after
    return done


@pytest.fixture(scope="module")
def record() -> list[Json]:
    """Give the record of a whole duel."""
    match = BattleRules(table_options({"profile": "boxed"}))
    return list(recorded(match, a_duel(3), "a seed"))


def written(folder: Path, lines: list[Json]) -> Path:
    path = folder / "duel.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_games_lists_it(cli: Cli) -> None:
    assert {"id": "battlecon", "title": "BattleCON", "modes": ["duel", "match"]} in cli(
        "games", "--json"
    ).json


def test_a_whole_beat_by_program(cli: Cli) -> None:
    first = cli("judge", stdin=asked(DUEL, PAIR)).json
    assert first["legal"]
    assert [effect["effect"] for effect in first["effects"]] == ["chosen", "picked"]
    other = {"do": "commit_pair", "seat": "b", "style": "volcanic", "base": "shot"}
    second = cli("judge", stdin=asked(first["after"], other)).json
    (asks,) = second["after"]["pending"]
    assert (second["after"]["phase"], asks["seat"], asks["kind"]) == ("ante", "a", "ante")
    assert {"what": "token", "token": "iron_body"} in asks["options"]
    third = cli("judge", stdin=asked(second["after"], {"do": "pass", "seat": "a"})).json
    reveals = [effect for effect in third["effects"] if effect["effect"] == "reveal"]
    assert [(effect["seat"], effect["style"], effect["base"]) for effect in reveals] == [
        ("a", "battery", "strike"),
        ("b", "volcanic", "shot"),
    ]


def test_actions_lists_those_of_both_seats_and_each_of_them_is_allowed(cli: Cli) -> None:
    listed = cli("actions", stdin=json.dumps(DUEL)).json["actions"]
    assert {action["seat"] for action in listed} == {"a", "b"}
    rulings = cli("judge", stdin="".join(asked(DUEL, action) for action in listed)).lines
    assert len(rulings) == len(listed) > 40
    assert all(ruling["legal"] for ruling in rulings)


BAD = [
    (asked(DUEL, {"do": "end_turn"}), "do is"),
    (asked(DUEL, {**PAIR, "seat": "human"}), 'seat is "human"'),
    (asked(DUEL, {"do": "commit_pair", "style": "battery", "base": "dash"}), "seat is missing"),
    (asked(DUEL, {**PAIR, "token": "fire"}), "token is not a field here"),
    (asked({**DUEL, "turn": 3}, PAIR), "turn is not a field here"),
    (asked({**a_position(), "system": "battlecon"}, PAIR), "characters is not a field here"),
    (asked({**DUEL, "system": "dawn-of-the-dead"}, {"do": "end_turn"}), "fighters is not a field"),
    (asked({"fighters": DUEL["fighters"]}, PAIR), "system is missing."),
]


@pytest.mark.parametrize(("line", "says"), BAD, ids=[says for _, says in BAD])
def test_a_line_that_mixes_games_gets_one_sentence_and_the_rest_go_on(cli: Cli, line: str, says: str) -> None:
    ran = cli("judge", stdin=asked(DUEL, PAIR) + line + asked(a_position(), {"do": "end_turn"}))
    before, answer, after = ran.lines
    assert ran.status == 2
    assert any(says in problem for problem in answer.get("problems", [answer["error"]]))
    assert before["legal"]
    assert after["legal"]


REFUSED = [
    ({**PAIR, "style": "flare"}, "Cadenza has no style “Flare”"),
    ({**PAIR, "style": "hydraulic"}, "Hydraulic is not in your hand: it is in discard 1."),
    ({"do": "ante", "seat": "a", "token": "iron_body"}, "now both players choose a pair"),
    ({"do": "choose_fighter", "seat": "a", "fighter": "hikaru"}, "now both players choose a pair"),
]


@pytest.mark.parametrize(("action", "says"), REFUSED, ids=[says for _, says in REFUSED])
def test_what_is_not_allowed_is_refused_with_a_case(cli: Cli, action: Json, says: str) -> None:
    ruling = cli("judge", stdin=asked(DUEL, action)).json
    assert not ruling["legal"]
    assert ruling["after"] is None
    assert says.lower() in ruling["reason"].lower()
    assert ruling["cases"]


@pytest.mark.parametrize("command", ["judge", "actions"])
def test_system_chooses_the_game_where_a_position_names_none(cli: Cli, command: str) -> None:
    position = {"fighters": DUEL["fighters"]}
    line = asked(position, PAIR) if command == "judge" else json.dumps(position)
    assert cli(command, "--system", "battlecon", stdin=line).status == 0


@pytest.mark.parametrize("command", ["judge", "actions", "odds"])
def test_a_duel_that_names_no_game_gets_one_sentence(cli: Cli, tmp_path: Path, command: str) -> None:
    position = {"fighters": DUEL["fighters"]}
    if command == "odds":
        (tmp_path / "duel.json").write_text(json.dumps(position), encoding="utf-8")
        said = cli.refused("odds", str(tmp_path / "duel.json"))
        assert said == "system: the referee has no odds for BattleCON."
        return
    line = asked(position, PAIR) if command == "judge" else json.dumps(position)
    said = 'system is missing. A position with "fighters" belongs to battlecon.'
    assert cli(command, stdin=line).json == {"error": said}


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_record_of_a_game_that_is_not_here_gets_one_sentence(
    cli: Cli, tmp_path: Path, record: list[Json], command: str
) -> None:
    for system in ("nogame", ["battlecon"]):
        said = cli.refused(command, written(tmp_path, [{**record[0], "system": system}, *record[1:]]))
        assert said.startswith(f"Line 1 of the record: system: there are no rules for {json.dumps(system)}")
        assert said.count("system") == 1


def test_it_has_no_maps_no_counter_sheets_and_no_odds(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "duel.json"
    file.write_text(json.dumps(DUEL), encoding="utf-8")
    for command in (("map", "list"), ("map", "draw", str(file)), ("counters", "check", str(file))):
        sentence = cli.refused(*command, "--system", "battlecon")
        assert sentence == "--system: BattleCON has no maps and no counter sheets."
    assert cli.refused("odds", str(file)) == "system: the referee has no odds for BattleCON."
    map_file = tmp_path / "mall.json"
    map_file.write_text(cli("map", "export").out, encoding="utf-8")
    answer = cli("judge", "--map", str(map_file), stdin=asked(DUEL, PAIR)).json
    assert answer["error"] == "--map: BattleCON is played without a map."


def test_its_rulebook_by_number_and_by_word(cli: Cli) -> None:
    case = cli("case", "8.1", "--system", "battlecon", "--json").json
    assert (case["number"], case["title"]) == ("8.1", case["title"])
    hits = cli("search", "clash", "--system", "battlecon", "--json").json["hits"]
    assert hits[0]["number"].startswith("8.")
    assert "There is no case" in cli.refused("case", "99.9", "--system", "battlecon")
    assert "nearest" in cli("search", "99.9", "--system", "battlecon").out


def test_its_rulebook_over_http_and_as_pages(tmp_path: Path) -> None:
    table = AnyTable(tmp_path)
    case = table.client.get("/api/rules/battlecon/cases/8.1").get_json()
    assert case["number"] == "8.1"
    assert table.client.get("/api/rules/battlecon/search?q=clash").get_json()["hits"]
    index = table.client.get("/rules/battlecon").get_data(as_text=True)
    assert '<h1 tabindex="-1">Rules of BattleCON</h1>' in index
    assert 'href="/rules/battlecon/8.0"' in index
    assert 'action="/rules/battlecon"' in index
    page = table.client.get("/rules/battlecon/8.1").get_data(as_text=True)
    assert "/rules/dawn-of-the-dead/" not in page
    assert table.client.get("/rules/battlecon?q=8.1").headers["Location"] == "/rules/battlecon/8.1"
    assert table.client.get("/rules/battlecon/99.9").status_code == 404
    assert table.client.get("/rules/chess").status_code == 404
    table.tables.close()


def test_a_record_is_judged_again_and_its_seals_hold(cli: Cli, tmp_path: Path, record: list[Json]) -> None:
    path = written(tmp_path, record)
    summary = cli("replay", path, "--json").json
    assert (summary["legal"], summary["phase"]) == (True, "over")
    assert summary["actions"] == len(record) - 2
    assert summary["winner"] in {"a", "b"}
    assert f"Seat {summary['winner']} won in beat {summary['turn']}." in cli("replay", path).out
    assert "Points" not in cli("replay", path).out
    checked = cli("verify", path)
    sealed = sum("seal" in line for line in record)
    assert (checked.status, checked.out.strip()) == (0, f"All {sealed + 1} seals hold.")


def test_verify_says_what_it_did_not_compare(cli: Cli, tmp_path: Path, record: list[Json]) -> None:
    """Another version may cite other cases and choose otherwise: silence would pass for a comparison."""
    for version, named in (("0.0.1", "0.0.1"), ("", "unknown")):
        older = [{**record[0], "version": version}, *record[1:]]
        checked = cli("verify", written(tmp_path, older))
        holds, told = checked.out.splitlines()
        assert (checked.status, holds.endswith(" seals hold.")) == (0, True)
        assert told.startswith("Not compared: cases, sentences and the referee's own choices.")
        assert f"Version {named} wrote this record" in told


def chosen(record: list[Json]) -> Json:
    """Return the first pair of a record."""
    return next(line for line in record if line.get("action", {}).get("do") == "commit_pair")


def another_pair(record: list[Json]) -> None:
    chosen(record)["action"]["base"] = "burst" if chosen(record)["action"]["base"] != "burst" else "shot"


def another_seal(record: list[Json]) -> None:
    chosen(record)["seal"] = seal("a nonce", "something else")


def no_seal(record: list[Json]) -> None:
    del chosen(record)["seal"]


def no_nonce(record: list[Json]) -> None:
    del chosen(record)["nonce"]


def a_line_less(record: list[Json]) -> None:
    del record[4]


def another_seat(record: list[Json]) -> None:
    chosen(record)["seat"] = {"a": "b", "b": "a"}[chosen(record)["seat"]]


def another_story(record: list[Json]) -> None:
    chosen(record)["story"] = "Nothing happened."


def another_beat(record: list[Json]) -> None:
    chosen(record)["turn"] = 7


def another_seed(record: list[Json]) -> None:
    record[-1]["opened"]["dice"]["value"] = "another seed"


CHANGES = {
    another_pair: "does not fit what was chosen",
    another_seal: "does not fit what was chosen",
    no_seal: "its seal is missing",
    no_nonce: "its seal was not opened",
    a_line_less: "has the number",
    another_seat: "cannot have done it",
    another_story: "does not say what happened",
    another_beat: "it belongs to beat 1, not 7",
    another_seed: "does not fit the value that was opened",
}


@pytest.mark.parametrize(("change", "says"), CHANGES.items(), ids=[f.__name__ for f in CHANGES])
def test_a_record_that_somebody_changed_contradicts_itself(
    cli: Cli, tmp_path: Path, record: list[Json], change: Any, says: str
) -> None:
    lines = json.loads(json.dumps(record))
    change(lines)
    checked = cli("verify", written(tmp_path, lines))
    assert checked.status == 1
    assert says in checked.out


def test_a_record_of_one_game_is_not_read_as_another(cli: Cli, tmp_path: Path, record: list[Json]) -> None:
    dawn = {**record[0], "system": "dawn-of-the-dead"}
    assert "Line 1 of the record" in cli.refused("replay", written(tmp_path, [dawn]))
    strange = {**record[0], "profile": "third"}
    assert 'profile: "third"' in cli.refused("replay", written(tmp_path, [strange]))
    mixed = [record[0], {**record[1], "action": {"do": "end_turn"}}]
    assert "Action 1: do is" in cli.refused("verify", written(tmp_path, mixed))


def test_nobody_plays_a_record_on_that_has_an_illegal_action(
    cli: Cli, tmp_path: Path, record: list[Json]
) -> None:
    lines = json.loads(json.dumps(record))
    chosen(lines)["action"]["style"] = "lure_of_another_fighter"
    ran = cli("replay", written(tmp_path, lines), "--json")
    assert ran.status == 1
    assert ran.json["stopped_at"]["n"] == chosen(lines)["n"]


def test_the_end_of_a_match_is_told_with_its_points() -> None:
    summary = {"winner": "b", "turn": 8, "phase": "over", "points": {"a": 1, "b": 2}}
    assert GAME.records.ending(summary) == "Seat b won in beat 8. Points: a 1, b 2."


def test_the_replay_of_a_match_tells_where_each_duel_begins(cli: Cli, tmp_path: Path) -> None:
    match = BattleRules(table_options({"duels": 2}))
    fighters = [
        {"do": "choose_fighter", "seat": "a", "fighter": "cadenza", "finish": "rocket_press"},
        {"do": "choose_fighter", "seat": "b", "fighter": "kallistar", "finish": "supernova"},
    ]
    duel = [match.read(action) for action in (*fighters, {"do": "concede", "seat": "b"})]
    path = written(tmp_path, list(recorded(match, [*duel, *duel[:2]], "a seed")))
    assert cli("replay", path, "--json").json["begins"] == {"Duel 1": 1, "Duel 2": 4}
    assert (
        "Duel 1 begins at action 1. Duel 2 begins at action 4.\nThe record ends in" in cli("replay", path).out
    )

"""A whole phase or Player-Turn that the referee played is told as one: all that came of it, not its last sentence."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from tests.referee.seated import START, Seated, ordered


def solitaire(folder: Path) -> Seated:
    """Return a solitaire table in its Berserk Zombie Phase, a hidden zombie having appeared where the player chose."""
    table = Seated(folder, options={"mode": "solitaire"}, sources=ordered({}))
    table.do("table", START, {"do": "start_move", "characters": ["peter", "roger"]})
    for number in range(3):
        steps = [a for a in table.get("table", "/actions").get_json()["actions"] if a["do"] == "step"]
        table.do("table", steps[number % len(steps)])
    table.do("table", {"do": "end_turn"}, {"do": "roll_hidden"})
    table.do("table", {"do": "roll_hidden", "square": "064"}, {"do": "next_phase"})
    assert table.view()["phase"] == "berserk"
    return table


def advanced(table: Seated, **form: str) -> tuple[str, str]:
    """Press a key of the proposal, and return the word and the sentence that a person reads."""
    before = table.version
    answer = table.client.post(
        f"/t/{table.code}/advance", headers=table.headers("table"), data={"version": str(before), **form}
    )
    page = unescape(answer.get_data(as_text=True))
    word, reason = (re.search(rf'<p class="{name}">(.*?)</p>', page) for name in ("word", "reason"))
    assert word
    assert reason
    assert table.version > before
    return word[1], reason[1]


def test_15_0_a_whole_player_turn_is_told_as_one(tmp_path: Path) -> None:
    table = solitaire(tmp_path)
    first = table.record()[-1]["n"]
    _, reason = advanced(table, far="turn")
    steps = [line for line in table.record() if line.get("n", 0) > first]
    moves = [s["action"] for s in steps if s["action"]["do"] in {"react", "free_move"}]
    assert moves
    assert f"{len(moves)} zombie piece" in reason
    assert re.search(r"the unit in \d{3} (goes|does not go) berserk", reason)
    assert reason.endswith("Game-Turn 2. Human Player-Turn.")
    assert "Attack Phase" not in reason


def test_a_single_step_keeps_its_own_sentence(tmp_path: Path) -> None:
    _, reason = advanced(solitaire(tmp_path))
    assert "berserk" in reason
    assert "Phase" not in reason
    assert "moved" not in reason


def test_a_whole_phase_ends_with_the_next_one(tmp_path: Path) -> None:
    table = solitaire(tmp_path)
    _, reason = advanced(table, far="phase")
    assert reason.endswith("Zombie Reaction Movement Phase.")

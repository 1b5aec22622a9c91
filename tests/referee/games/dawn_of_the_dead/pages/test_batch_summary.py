"""The sentence on a whole phase or Player-Turn of the referee tells all its results, not the last one."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.news import batch_summary
from rules.dawn_of_the_dead.position import Phase, Status, Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import START, Seated, ordered


def solitaire(folder: Path) -> Seated:
    """Return a solitaire table in its Berserk Zombie Phase, with a hidden zombie where the player chose."""
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
    page = page[page.index('id="ruling"') :]
    word, reason = (re.search(rf'<p class="{name}"[^>]*>(.*?)</p>', page) for name in ("word", "reason"))
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
    assert reason.endswith("Game-Turn 2 begins: Human Player-Turn.")
    assert "Attack Phase" not in reason


def test_a_single_step_keeps_its_own_sentence(tmp_path: Path) -> None:
    _, reason = advanced(solitaire(tmp_path))
    assert "berserk" in reason
    assert "Phase" not in reason
    assert "moved" not in reason


def test_a_whole_phase_ends_with_the_next_one(tmp_path: Path) -> None:
    table = solitaire(tmp_path)
    _, reason = advanced(table, far="phase")
    assert reason.endswith("Zombie Reaction Movement Phase begins.")


def attacked(folder: Path, **options: str) -> Seated:
    """Return a game alone in which the zombies are about to begin, one of them beside Peter and Roger."""
    table = Seated(folder, options={"mode": "solitaire", **options}, sources=ordered({}))
    table.do("table", START)
    with table.opened() as loaded:
        loaded.positions[:] = [
            replace(position, zombies={**position.zombies, "009": Zombie(9)}) for position in loaded.positions
        ]
        loaded.views.clear()
    table.do("table", {"do": "end_turn"})
    return table


@pytest.mark.parametrize("phases", ["tap", "automatic"])
def test_8_1_a_batch_waits_for_the_shot_and_a_second_tap_never_rolls(tmp_path: Path, phases: str) -> None:
    """R-8.1a: the shot or its waiver is somebody's own tap, in every mode."""
    table = attacked(tmp_path, phases=phases)
    _, reason = advanced(table, far="turn")
    assert reason.endswith("The zombie in 009 attacks. Peter and Roger are there.")
    before = table.record()
    for far in ("turn", "phase", ""):
        table.client.post(
            f"/t/{table.code}/advance",
            headers=table.headers("table"),
            data={"version": str(table.version), "far": far},
        )
        assert table.record() == before
    table.do("table", {"do": "hold_fire"})
    advanced(table, far="turn")
    assert table.record()[-1]["action"]["do"] == "declare_attack"


def test_8_8_the_outcome_of_an_attack_is_the_large_word_of_its_batch(tmp_path: Path) -> None:
    """Somebody was infected, which "Done" does not say; a second sentence alike is not a second outcome."""
    table = attacked(tmp_path)
    advanced(table, far="turn")
    table.do("table", {"do": "hold_fire"})
    while table.view()["phase"] == "attack":
        victims = [
            a for a in table.get("table", "/actions").get_json()["actions"] if a["do"] == "choose_victims"
        ]
        if victims:
            table.do("table", victims[0])
            continue
        word, reason = advanced(table, far="turn")
    outcome = next(line for line in table.record() if line.get("action", {}).get("do") == "roll_attack")
    assert "is attacked at strength" in reason
    assert not re.search(r"is attacked\. ", reason)
    assert word.lower() in outcome["story"]
    assert word.lower() in reason


def in_phase(folder: Path, phase: Phase, seed: str = "a seed for tests", **changes: Any) -> Seated:
    """Return a game alone at the start of a phase, with characters and units as `changes` say."""
    sources = replace(ordered({}), seed=lambda: seed)
    table = Seated(folder, options={"mode": "solitaire"}, sources=sources)
    table.do("table", START)
    with table.opened() as loaded:
        changed = replace(loaded.positions[-1], **changes)
        loaded.positions[-1] = enter_phase(changed, phase)
        loaded.views.clear()
    return table


def test_8_0_an_attack_without_strength_is_told_in_its_batch(tmp_path: Path) -> None:
    """R-8.0a: it ends when the number is declared, and what follows in the batch hid that."""
    table = in_phase(tmp_path, "attack", seed="five", zombies={"009": Zombie(1)})
    table.do("table", {"do": "open_attack", "square": "009"}, {"do": "hold_fire"})
    first = table.record()[-1]["n"]
    _, reason = advanced(table, far="turn")
    done = [line["action"]["do"] for line in table.record() if line.get("n", 0) > first]
    assert done[:2] == ["declare_attack", "next_phase"]
    assert "Split that way, the zombies have no strength: no effect" in reason


@pytest.mark.parametrize(("status", "word"), [("normal", "Stunned"), ("infected", "Killed")])
def test_8_7_an_attack_at_once_is_told_when_the_batch_ends_the_turn_or_the_game(
    tmp_path: Path, status: Status, word: str
) -> None:
    """13.4: a unit enters where Peter stands, the only one left when he is infected."""
    alone = status == "infected"
    table = in_phase(tmp_path, "generation", eliminated=(9,) * 8, zombies={"050": Zombie(3)})
    with table.opened() as loaded:
        now = loaded.positions[-1]
        people = {
            name: replace(c, square=None, status="killed") if alone else replace(c, square="212")
            for name, c in now.characters.items()
        }
        peter = replace(now.characters["peter"], square="004", status=status)
        loaded.positions[-1] = replace(now, characters={**people, "peter": peter})
        loaded.views.clear()
    table.do("table", {"do": "roll_entrance", "dice": [1, 1]})
    advanced(table, far="turn")
    table.do("table", {"do": "hold_fire"})
    told, reason = advanced(table, far="turn")
    assert (told, "Peter is attacked at strength 9" in reason) == (word, True)
    assert table.view()["phase"] == ("over" if alone else "human")


def step(do: str, reason: str, *effects: dict[str, Any]) -> dict[str, Any]:
    """Return one action of a batch."""
    return {"action": {"do": do}, "reason": reason, "cases": ["8.0"], "effects": list(effects)}


def test_8_0_victims_are_named_once_with_what_became_of_each() -> None:
    """Who is attacked stands in the rolls too, whatever the sentences say: the effects tell it."""
    rolls = [
        step("roll_attack", f"{name} rolls.", {"effect": "attacked", "whom": whom, "result": "none"})
        for name, whom in (("Peter", "peter"), ("Fran", "fran"))
    ]
    named = {"effect": "victims", "square": "009", "characters": ["peter", "fran"]}
    steps = [step("choose_victims", "Peter and Fran are attacked.", named), *rolls]
    told = {"word": "Done", "ended": ""}
    assert batch_summary(told, steps)["reason"] == "Peter rolls. Fran rolls."
    assert batch_summary(told, steps[:2])["reason"].startswith("Peter and Fran are attacked.")


def test_5_0_a_walk_is_told_from_its_effects() -> None:
    """No sentence of a step is read: one that says something else changes nothing."""

    def went(start: str, end: str, left: int, *more: dict[str, Any]) -> dict[str, Any]:
        moved = [
            {"effect": "move", "whom": whom, "from": start, "to": end, "path": [end], "by": by}
            for whom, by in (("peter", None), ("fran", None), ("roger", "peter"))
        ]
        return step("step", "From 001.", {"effect": "points", "spent": 1, "left": left}, *moved, *more)

    rose = {"effect": "status", "whom": "steve", "square": "010", "status": "normal", "was": "stunned"}
    told = batch_summary({"ended": "", "reason": ""}, [went("008", "009", 4), went("009", "010", 1, rose)])
    whole = "Peter and Fran go from 008 to 010 with Roger; Steve recovered. 1 Movement Point left."
    assert told["reason"] == whole
    met = {"effect": "appear", "square": "010", "pool": "hidden_box", "door": None}
    told = batch_summary({"ended": "", "reason": ""}, [went("008", "009", 4), went("009", "010", 2, met)])
    assert "to 010 with Roger and meet a hidden zombie there. 2 Movement Points left." in told["reason"]


def moving(whom: str, start: str, end: str) -> dict[str, Any]:
    """Return the move of a zombie piece."""
    moved = {"effect": "move", "whom": whom, "from": start, "to": end, "path": [end], "by": None}
    return step("free_move", f"{start} to {end}.", moved)


def test_7_0_the_pieces_that_moved_are_named_with_their_squares() -> None:
    """Each from where it was to where it is now, also where another one takes the square it left."""
    told = {"word": "Done", "ended": ""}
    steps = [moving("unit", "043", "044"), moving("unit", "042", "043"), moving("unit", "044", "045")]
    steps += [moving("fran", "010", "013"), step("check_berserk", "It calms down.")]
    ways = "042 → 043, 043 → 045, Fran 010 → 013"
    assert batch_summary(told, steps)["reason"] == f"3 zombie pieces moved: {ways}. It calms down."
    many = [moving("unit", f"{n:03}", f"{n + 100:03}") for n in range(14)]
    reason = batch_summary(told, [*many, steps[-1]])["reason"]
    assert "14 zombie pieces moved: 000 → 100, " in reason
    assert ", and 2 more. It calms down." in reason


def test_8_0_what_came_of_a_phase_is_told_before_the_ways_of_the_pieces() -> None:
    """The map shows the ways; what begins next still ends the sentence."""
    steps = [
        moving("unit", "043", "044"),
        step("roll_attack", "Peter is killed."),
        step("next_phase", "Next."),
    ]
    reason = batch_summary({"word": "Done", "ended": ""}, steps)["reason"]
    assert reason == "Peter is killed. 1 zombie piece moved: 043 → 044. Next."

"""Which reactions leave no choice, and what the keys of a phase say."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.action_panel import phase_keys
from rules.dawn_of_the_dead.zombies import mandatory
from tests.referee.dawn_views import seen_of, view_of


def react(start: str, *path: str, **more: Any) -> dict[str, Any]:
    """Return a reaction as the list of legal actions has it."""
    return {"do": "react", "from": start, "path": list(path), **more}


def test_the_only_way_of_a_unit_is_forced() -> None:
    """7.0: a unit with one square to go to leaves no choice."""
    assert mandatory.forced([react("045", "046")]) == [react("045", "046")]


def test_two_ways_are_a_choice() -> None:
    """A unit that may go to either of two squares is the zombie player's to move."""
    assert mandatory.forced([react("045", "046"), react("045", "052")]) == []


def test_two_units_for_one_square_are_a_choice() -> None:
    """7.2: of units that want the same square only one moves, and the zombie player says which."""
    assert mandatory.forced([react("045", "046"), react("047", "046")]) == []


def test_a_door_to_smash_is_a_choice() -> None:
    """10.4: a unit that may try the glass instead is not moved for its player."""
    smash = {"do": "smash", "from": "045", "between": ["045", "064"]}
    assert mandatory.forced([react("045", "046"), smash]) == []
    assert mandatory.forced([smash]) == []


def test_super_zombies_are_never_forced() -> None:
    """11.4: they need not react."""
    assert mandatory.forced([{"do": "react", "super": "peter", "path": ["046"]}]) == []


def test_only_units_that_must_react_are_moved_at_once() -> None:
    """A unit beside a super zombie may stay (7.2), so the key leaves it alone."""
    view = {"phase": "reaction", "agenda": [{"kind": "must", "squares": ["045"]}]}
    actions = [react("045", "046"), react("112", "113")]
    assert mandatory.forced_now(view_of(view), actions) == [react("045", "046")]


def test_nothing_is_forced_in_another_phase() -> None:
    """Free moves are free."""
    view = {"phase": "free_movement", "agenda": []}
    assert mandatory.forced_now(view_of(view), [react("045", "046")]) == []


def test_a_key_for_many_moves_is_data_as_every_key_is() -> None:
    """What reads the keys (the odds beside them) can read this one."""
    assert set(json.loads(phase_keys.FORCED)) == {"do"}


def test_reactions_without_a_choice_are_one_tap_each_and_the_others_are_asked_for() -> None:
    """7.0, 7.2: all together, one by one, and the squares of those units alone that have a choice."""
    view = {
        "phase": "reaction", "agenda": [{"kind": "must", "squares": ["045", "050", "112"]}],
        "zombies": [], "characters": {}, "turn": 1, "mode": "two-player",
    }  # fmt: skip
    actions = [react("045", "046"), react("112", "113"), react("050", "051"), react("050", "049")]
    groups = {group.title: group.keys for group in phase_keys.groups(seen_of(view), actions, "/t/X")}
    assert [key.label for key in groups[""]] == ["Move them"]
    singles = groups["Or one by one"]
    assert [key.label for key in singles] == ["045 to 046", "112 to 113"]
    assert [json.loads(key.action) for key in singles] == actions[:2]
    assert [key.label for key in groups["Must react"]] == ["050"]


def test_7_0_a_key_for_one_unit_says_from_where_to_where_it_goes() -> None:
    """Words for many would be wrong, and the move is what its player has to make on the board."""
    view = {
        "phase": "reaction", "agenda": [{"kind": "must", "squares": ["045"]}],
        "zombies": [], "characters": {}, "turn": 1, "mode": "two-player",
    }  # fmt: skip
    groups = {
        group.title: group.keys for group in phase_keys.groups(seen_of(view), [react("045", "046")], "/t/X")
    }
    assert [key.label for key in groups[""]] == ["Move it from 045 to 046"]
    assert "Or one by one" not in groups


@pytest.mark.parametrize("starts", [["045"], ["045", "112"]])
def test_9_2_the_key_for_forced_moves_says_that_a_reveal_may_be_lost(starts: list[str]) -> None:
    """9.3: a unit may end in the hidden square, or take the way of the one to be revealed (R-9.2a)."""
    view = {
        "phase": "reaction", "agenda": [{"kind": "must", "squares": starts}],
        "zombies": [], "characters": {}, "turn": 1, "mode": "two-player",
    }  # fmt: skip
    actions = [react("045", "046"), react("112", "113")][: len(starts)]
    reveal = {"do": "reveal", "square": "030"}
    quiet, warned = (
        phase_keys.groups(seen_of(view), offered, "/t/X")[0].keys[0]
        for offered in (actions, [*actions, reveal])
    )
    assert "reveal" not in quiet.label
    assert warned.label == f"{quiet.label} (this can end your chance to reveal a hidden zombie)"
    assert warned.action == quiet.action == phase_keys.FORCED


def test_a_phase_with_nothing_to_do_says_so_to_those_who_can_only_go_on() -> None:
    """4.0: every phase is gone through, also one in which nobody can be attacked."""
    view, on = {"phase": "attack"}, {"do": "next_phase"}
    assert phase_keys.idle(view_of(view), [on]) == "Zombie Attack Phase is done."
    assert phase_keys.idle(view_of(view), [on, {"do": "open_attack", "square": "045"}]) == ""
    assert phase_keys.idle(view_of(view), []) == ""


@pytest.mark.parametrize(
    ("must", "says"),
    [
        (["045", "047"], "Each has only one legal move."),
        (["045", "047", "050"], "2 of the 3 have only one legal move."),
    ],
)
def test_7_0_units_with_one_possible_move_are_counted_as_people_say_it(must: list[str], says: str) -> None:
    agenda = [{"kind": "must", "seat": "zombie", "squares": must, "text": "", "case": "7.0"}]
    view = {"phase": "reaction", "mode": "two-player", "agenda": agenda, "turn": 1, "zombies": []}
    actions = [react("045", "046"), react("047", "048"), react("050", "051"), react("050", "052")]
    first = phase_keys.groups(seen_of(view), [a for a in actions if a["from"] in must], "/t/X")[0]
    assert first.hint == says


def test_r_7_2a_a_unit_whose_move_depends_on_the_order_is_left_to_its_player() -> None:
    """The key moves only those units whose one move stays the same in any order."""
    view = {
        "phase": "reaction", "agenda": [{"kind": "must", "squares": ["030", "020"]}],
        "zombies": [], "characters": {}, "turn": 1, "mode": "two-player",
    }  # fmt: skip
    actions = [react("030", "031"), react("020", "021")]
    groups = {group.title: group for group in phase_keys.groups(seen_of(view), actions, "/t/X", ("020",))}
    assert [key.label for key in groups[""].keys] == ["Move it from 020 to 021"]
    assert [key.label for key in groups["Must react"].keys] == ["030"]
    assert "Which goes first is your choice too." in groups["Must react"].hint


def test_7_0_a_unit_behind_another_follows_with_the_same_tap_and_the_key_says_so() -> None:
    view = {
        "phase": "reaction", "agenda": [{"kind": "must", "squares": ["011"]}],
        "zombies": [], "characters": {}, "turn": 1, "mode": "two-player",
    }  # fmt: skip
    first, singly, *_ = phase_keys.groups(seen_of(view), [react("011", "010")], "/t/X", ("011", "012"))
    assert [key.label for key in first.keys] == ["Move them"]
    assert first.hint == "It has only one legal move. 1 unit behind follows."
    assert [key.label for key in singly.keys] == ["011 to 010"]


def test_5_0_who_moved_last_turn_is_named_where_it_is_asked_who_moves() -> None:
    """He has no key there, and a player looks for it."""
    well = {"status": "normal", "moved_last_turn": False}
    characters = {"peter": well, "roger": well | {"moved_last_turn": True}}
    view = {"phase": "human", "move": None, "characters": characters}
    starts = [{"do": "start_move", "characters": ["peter"]}]
    asked = phase_keys.groups(seen_of(view), starts, "/t/ABCDEF")[0]
    assert (asked.title, asked.hint) == (phase_keys.WHO_MOVES, "Roger moved last turn.")
    rested = view | {"characters": dict.fromkeys(("peter", "roger"), well)}
    assert phase_keys.groups(seen_of(rested), starts, "/t/ABCDEF")[0].hint == ""


def test_7_0_a_reaction_phase_without_reactions_says_so() -> None:
    view = {"phase": "reaction"}
    assert phase_keys.nobody_reacts(view_of(view), [{"do": "next_phase"}])
    assert not phase_keys.nobody_reacts(view_of(view), [react("045", "046"), {"do": "next_phase"}])
    assert not phase_keys.nobody_reacts(view_of({"phase": "attack"}), [{"do": "next_phase"}])


def test_6_9_of_many_ways_to_shoot_together_none_hides_the_key_for_no_shot() -> None:
    """Three characters can shoot together in four ways, which lie folded; two in one, which stands there."""
    view = {"phase": "attack"}
    none = {"do": "hold_fire", "by": []}

    def shots(*people: str) -> list[dict[str, Any]]:
        sizes = range(1, len(people) + 1)
        return [{"do": "defend", "by": list(by)} for n in sizes for by in combinations(people, n)]

    first, second = phase_keys.groups(seen_of(view), [*shots("peter", "roger", "fran"), none], "")
    assert [key.label for key in first.keys] == [
        "Peter shoots first", "Roger shoots first", "Fran shoots first", "No shot: the attack goes on",
    ]  # fmt: skip
    assert (second.title, second.folded, len(second.keys)) == ("Shoot together", True, 4)
    (only,) = phase_keys.groups(seen_of(view), [*shots("peter", "roger"), none], "")
    assert [key.label for key in only.keys][2:] == [
        "Peter and Roger shoot together first", "No shot: the attack goes on",
    ]  # fmt: skip

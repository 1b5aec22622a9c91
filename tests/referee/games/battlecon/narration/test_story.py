"""The story that the screens tell is made of effects alone, and agrees with the rules at every moment."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.games.battlecon.narration import beat_view
from referee.games.battlecon.narration.checklist import rewind_tasks, tasks
from referee.games.battlecon.narration.narrator import Narrator, story_of
from rules.battlecon.position import Position
from tests import soak
from tests.referee.games.battlecon.duel_screens import Duel, duel, random_duels


def story(one: Duel, seat: str = "table") -> Narrator:
    return story_of(one.position.figures, one.log(seat))


def done(one: Duel) -> list[tuple[str, str, str]]:
    """Return what the first beat asks to do on the table: the seat, the words and the figure."""
    cards = one.position.figures
    return [(task.seat, task.words, task.figure) for task in tasks(cards, story(one).beats[0])]


def nonzero(parts: dict[str, Any]) -> dict[str, list[tuple[str, int]]]:
    kept = {figure: sorted((origin, n) for origin, n in given if n) for figure, given in parts.items()}
    return {figure: given for figure, given in kept.items() if given}


@pytest.mark.parametrize("seed", [*range(4), *soak.rest(soak.ENGINES, range(4, 40))])
def test_sums_life_spaces_piles_and_tokens_agree_with_the_view(seed: int) -> None:
    compared = 0
    for one in random_duels(range(seed, seed + 1)):
        told, shown = story(one), one.context("table").view.game.to_json()
        if one.position.phase == "over":
            break
        for seat, fighter in shown["fighters"].items():
            side = told.sides[seat]
            assert (side.life, side.space, side.form) == (
                fighter["life"],
                fighter["space"],
                fighter.get("form"),
            )
            assert [list(pile) for pile in side.discards] == fighter["discards"]
            assert side.tokens == fighter.get("tokens", {})
            sums = shown["sums"][seat]
            if sums is not None:
                assert nonzero(told.beats[-1].sheets[seat].parts) == nonzero(sums["parts"])
                compared += 1
        assert told.trap == shown["trap"]
    assert compared


def test_each_effect_is_one_line_with_its_case() -> None:
    one = duel("hikaru", "khadath").lay("advancing palm_strike", "blight burst").go_on()
    lines = [(line.text, line.case) for line in story(one).beats[0].lines]
    assert lines == [
        ("Hikaru shows Advancing Palm Strike", "7.1"),
        ("Khadath shows Blight Burst", "7.1"),
        ("Hikaru attacks first", "10.1"),
        ("Hikaru goes from 2 to 3 (Advancing)", "18.5"),
        ("Hikaru goes from 3 to 4 (Palm Strike)", "18.7"),
        ("The trap goes to 1 (Blight)", "20.6"),
        ("Khadath goes from 6 to 7 (Burst)", "16.4"),
        ("Hikaru misses: out of range", "10.2"),
        ("Khadath hits", "10.2"),
        ("Hikaru takes 3 damage; 17 life left", "10.3"),
        ("Hikaru is stunned: more damage than Stun Guard", "12.3"),
        ("The piles move on", "11.0"),
    ]


def test_the_cardboard_is_told_once_for_each_thing_that_moved() -> None:
    one = duel("hikaru", "khadath").lay("advancing palm_strike", "blight burst").go_on()
    listed = done(one)
    assert listed == [
        ("a", "Space", "2 → 4"),
        ("b", "Trap to", "1"),
        ("b", "Space", "6 → 7"),
        ("a", "Life", "17"),
        ("a", "Discard 2 to hand", "Focused + Grasp"),
        ("a", "Discard 1 to discard 2", "Trance + Dash"),
        ("a", "Into discard 1", "Advancing Palm Strike"),
        ("b", "Discard 2 to hand", "Teleport + Grasp"),
        ("b", "Discard 1 to discard 2", "Evacuation + Dash"),
        ("b", "Into discard 1", "Blight Burst"),
    ]


def test_what_goes_back_to_hand_is_told() -> None:
    """After a Pulse the base of its player goes back to hand (14.2), after a clash all bases but the last."""
    one = duel().lay("special burst", "volcanic strike").go_on()
    assert ("a", "Back to hand", "Burst") in done(one)
    assert not [seat for seat, words, _ in done(one) if words == "Back to hand" and seat == "b"]
    clash = duel().lay("battery strike", "blazing burst").go_on(("clash",))
    assert not done(clash)
    clash.do(do="commit_base", seat="a", base="press").do(do="commit_base", seat="b", base="drive").go_on()
    assert [entry for entry in done(clash) if entry[1] == "Back to hand"] == [
        ("a", "Back to hand", "Strike"),
        ("b", "Back to hand", "Burst"),
    ]


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        (("special burst", "volcanic strike"), "Kallistar’s piles move on; Cadenza’s stay"),
        (("special burst", "special burst"), "Nobody’s piles move"),
        (("battery strike", "volcanic strike"), "The piles move on"),
    ],
)
def test_the_line_of_the_recycle_says_whose_piles_move(pairs: tuple[str, str], says: str) -> None:
    """14.2: a Pulse leaves the piles of its player where they are."""
    one = duel().lay(*pairs).go_on()
    assert [line.text for line in story(one).beats[0].lines if line.kind == "recycle"] == [says]


@pytest.mark.parametrize(("new", "told"), [("clockwork drive", True), ("clockwork shot", False)])
def test_the_base_of_a_cancel_goes_back_to_hand_unless_it_is_laid_again(new: str, *, told: bool) -> None:
    one = duel(starting_discards="free")
    one.do(do="choose_discards", seat="a", discards=[["hydraulic", "dash"], ["battery", "grasp"]])
    one.do(do="choose_discards", seat="b", discards=[["flare", "dash"], ["caustic", "grasp"]])
    one.lay("special shot", "volcanic strike").go_on(("special",))
    assert ("a", "Back to hand", "Shot") in done(one)
    style, base = new.split()
    one.do(do="commit_pair", seat="a", style=style, base=base)
    assert (("a", "Back to hand", "Shot") in done(one)) == told
    assert (("a", "Back to hand", "Shot") in done(one.go_on())) == told


def test_8_2_a_clash_that_uses_up_the_bases_is_told_in_short() -> None:
    """The rounds before are one line, and the base that stays in play does not go back to hand."""
    one = duel("cadenza", "khadath", starting_discards="free")
    one.do(do="choose_discards", seat="a", discards=[["battery", "dash"], ["clockwork", "press"]])
    one.do(do="choose_discards", seat="b", discards=[["lure", "dash"], ["evacuation", "snare"]])
    one.lay("grapnel strike", "blight strike").go_on(("clash",))
    _tie(one, "shot", "drive", "burst", "grasp")
    tie, *back = shown = [
        "Clash: both have the same priority. New bases",
        "Cadenza has no base left and takes back Strike, Shot, Drive, Burst, Grasp",
        "Khadath has no base left and takes back Strike, Shot, Drive, Burst, Grasp",
    ]
    assert _texts(one) == shown
    asked = one.screen("a").questions[0].picker
    assert asked is not None
    assert "had no base left" in asked.hint
    _tie(one, "shot")
    assert _texts(one) == [*shown, "Cadenza shows Grapnel Shot", "Khadath shows Blight Shot", tie]
    asked = one.screen("a").questions[0].picker
    assert asked is not None
    assert "replaces the old one" in asked.hint
    _tie(one, "drive", "burst", "grasp", "strike")
    end = "Nobody can break this tie, so nobody attacks this beat"
    assert _texts(one) == [tie, *back, end, "The piles move on"]
    assert [(words, figure) for seat, words, figure in done(one) if seat == "a"] == [
        ("Back to hand", "Shot, Drive, Burst and Grasp"),
        ("Discard 2 to hand", "Clockwork + Press"),
        ("Discard 1 to discard 2", "Battery + Dash"),
        ("Into discard 1", "Grapnel Strike"),
    ]


def _tie(one: Duel, *bases: str) -> None:
    """Let both players lay the same bases one after the other."""
    for base in bases:
        for seat in "ab":
            one.do(do="commit_base", seat=seat, base=base)


def _texts(one: Duel) -> list[str]:
    """Return the lines of the beat as the screens show it."""
    beat = beat_view.beat_view(one.position.figures, story(one))
    assert beat is not None
    return [line.text for line in beat.lines]


def test_the_base_of_a_finish_goes_back_to_hand() -> None:
    """R-14.2a: it is the base that lay there, not the card of the finish."""
    one = duel()
    cadenza = replace(one.position.fighters["a"], life=7)
    one.position = replace(one.position, fighters={**one.position.fighters, "a": cadenza})
    one.lay("special drive", "blazing burst").go_on()
    assert story(one).beats[0].sheets["a"].finish
    assert ("a", "Back to hand", "Drive") in done(one)


def test_what_was_taken_back_is_put_back_on_the_table() -> None:
    """Each thing that had changed stands there as it is now; once somebody goes on, nothing is left of it."""
    one = duel("hikaru", "khadath")
    before, count = one.position, len(one.rulings)
    one.lay("advancing palm_strike", "blight burst").go_on()
    log, one.position = one.log("table"), before
    for line in log[count:]:
        line["back"] = True
    view = one.context("table").view.game
    listed = [(t.seat, t.words, t.figure) for t in rewind_tasks(view, log)]
    assert listed == [
        ("a", "Back to hand", "The pair"),
        ("b", "Back to hand", "The pair"),
        ("a", "Back to space", "2"),
        ("b", "Trap", "off the board"),
        ("b", "Back to space", "6"),
        ("a", "Life back to", "20"),
        ("a", "Discard 1 again", "Trance + Dash"),
        ("a", "Discard 2 again", "Focused + Grasp"),
        ("b", "Discard 1 again", "Evacuation + Dash"),
        ("b", "Discard 2 again", "Teleport + Grasp"),
    ]
    gone_on = [*log, {**log[-1], "n": len(log) + 1, "back": False}]
    assert rewind_tasks(view, gone_on) == ()


def _told_back(one: Duel, then: Position, count: int) -> list[tuple[str, str, str]]:
    """Take the lines after the first `count` back and return what to put back."""
    log, one.position = one.log("table"), then
    for line in log[count:]:
        line["back"] = True
    return [(t.seat, t.words, t.figure) for t in rewind_tasks(one.context("table").view.game, log)]


def test_a_beat_that_is_open_again_has_its_pairs_face_up_with_the_bases_under_them() -> None:
    """They lay in discard 1 and in hand already, and only the piles were put back."""
    one = duel("cadenza", "kallistar", profile="boxed").lay("grapnel shot", "ignition spellbolt")
    one.go_on(until=("clash",))
    _tie(one, "drive")
    before_the_end = one.position, len(one.rulings)
    one.go_on()
    told = _told_back(one, *before_the_end)
    assert ("a", "Face up again", "Grapnel Drive") in told
    assert ("a", "Under it again", "Shot") in told
    assert ("b", "Face up again", "Ignition Drive") in told
    assert ("b", "Under it again", "Spellbolt") in told


def test_a_new_base_of_a_clash_that_is_taken_back_goes_face_down_or_to_hand() -> None:
    one = duel("cadenza", "kallistar").lay("grapnel shot", "ignition spellbolt").go_on(until=("clash",))
    one.do(do="commit_base", seat="a", base="drive")
    laid = one.position, len(one.rulings)
    one.do(do="commit_base", seat="b", base="strike")
    told = _told_back(one, *laid)
    assert ("a", "Turn face down", "The new base") in told
    assert ("b", "Back to hand", "The new base") in told


def test_a_pair_after_a_cancel_that_is_taken_back_leaves_the_other_pair_alone() -> None:
    one = duel("cadenza", "kallistar").lay("special shot", "blazing strike").go_on(until=("special",))
    cancelled = one.position, len(one.rulings)
    one.do(do="commit_pair", seat="a", style="battery", base="strike").go_on()
    told = _told_back(one, *cancelled)
    assert ("a", "Back to hand", "The pair") in told
    assert ("b", "Face up again", "Blazing Strike") in told
    assert all(words not in ("Turn face down", "Back to hand") for seat, words, _ in told if seat == "b")


def test_the_last_step_of_a_duel_taken_back_puts_life_and_tokens_back() -> None:
    one = duel("cadenza", "kallistar").lay("battery strike", "volcanic strike")
    one.position = replace(one.position, fighters={
        **one.position.fighters, "a": replace(one.position.fighters["a"], life=1),
    })  # fmt: skip
    before, count = one.position, len(one.rulings)
    one.do(do="ante", seat="a", token="iron_body").go_on()
    while one.position.phase != "over":
        one.do(do="concede", seat="a")
    log, one.position = one.log("table"), before
    for line in log[count:]:
        line["back"] = True
    assert any(effect["effect"] == "won" for line in log[count:] for effect in line["effects"])
    told = {(t.seat, t.words): t.figure for t in rewind_tasks(one.context("table").view.game, log)}
    assert told["a", "Tokens in the pool"] == "Iron Body 3"
    assert told["a", "Turn face down"] == "The pair"


def test_a_pool_that_is_empty_again_is_put_back_as_none() -> None:
    """Its page could not be shown: a token was regained, and that was taken back."""
    one = duel("hikaru", "khadath")
    hikaru = replace(
        one.position.fighters["a"], tokens=dict.fromkeys(one.position.fighters["a"].tokens or {}, 0)
    )
    one.position = replace(one.position, fighters={**one.position.fighters, "a": hikaru})
    back = {"n": 9, "back": True, "effects": [{"effect": "token", "seat": "a", "token": "fire", "change": 1}]}
    view, log = one.context("table").view.game, [*one.log("table"), back]
    told = [(t.seat, t.words, t.figure) for t in rewind_tasks(view, log)]
    assert told == [("a", "Tokens in the pool", "none")]


def test_a_duel_whose_set_up_was_taken_back_tells_nothing_of_single_pieces() -> None:
    one = Duel().do(do="choose_fighter", seat="a", fighter="cadenza")
    before, count = one.position, len(one.rulings)
    one.do(do="choose_fighter", seat="b", fighter="kallistar").lay(
        "battery strike", "volcanic strike"
    ).go_on()
    log, one.position = one.log("table"), before
    for line in log[count:]:
        line["back"] = True
    assert rewind_tasks(one.context("table").view.game, log) == ()


def test_a_line_taken_back_is_not_told() -> None:
    one = duel("hikaru", "khadath").lay("advancing palm_strike", "blight burst").go_on()
    log = one.log("table")
    for line in log[2:]:
        line["back"] = True
    assert story_of(one.position.figures, log).beats == []


def test_no_line_tells_a_pair_before_it_is_turned_up() -> None:
    one = duel().do(do="commit_pair", seat="a", style="battery", base="strike")
    assert story(one).beats == []
    assert story(one, "a").beats == []


def test_a_duel_given_up_before_its_first_reveal_is_a_duel_of_its_own() -> None:
    one = duel(duels=2).lay("battery strike", "blazing shot").go_on().do(do="concede", seat="b")
    for seat, fighter in (("a", "hikaru"), ("b", "khadath")):
        one.do(do="choose_fighter", seat=seat, fighter=fighter)
    one.do(do="concede", seat="a")
    ends = [(beat.duel, beat.winner) for beat in story(one).beats if beat.winner]
    assert ends == [(1, "a"), (2, "b")]


def test_a_base_without_a_range_is_not_called_out_of_range() -> None:
    one = duel("hikaru", "khadath", starting_discards="free")
    one.do(do="choose_discards", seat="a", discards=[["trance", "strike"], ["focused", "grasp"]])
    one.do(do="choose_discards", seat="b", discards=[["evacuation", "dash"], ["teleport", "grasp"]])
    lines = [line.text for line in story(one.lay("sweeping dash", "blight burst").go_on()).beats[0].lines]
    assert "Hikaru does not hit: this base never hits" in lines


def test_a_beat_with_special_actions_takes_their_cards_off_the_table() -> None:
    """Each is spent, whatever comes of it (14.1), and the base of a Cancel goes back to hand (14.2)."""
    one = Duel()
    one.do(do="choose_fighter", seat="a", fighter="hikaru").do(
        do="choose_fighter", seat="b", fighter="khadath"
    )
    one.lay("special shot", "special shot")
    one.do(do="pass", seat="a")
    beat = story_of(one.position.figures, one.log("a")).beats[-1]
    assert [(t.seat, t.words, t.figure) for t in tasks(one.position.figures, beat)] == [
        ("a", "Out of the duel", "Special action"),
        ("b", "Out of the duel", "Special action"),
        ("a", "Back to hand", "Shot"),
        ("b", "Back to hand", "Shot"),
    ]


def test_a_move_that_leads_nowhere_has_its_line() -> None:
    """With no room it lapses (13.4); where 0 is allowed, its player may choose that."""
    walled = duel("cadenza", "khadath")
    khadath = replace(walled.position.fighters["b"], space=7)
    walled.position = replace(walled.position, fighters={**walled.position.fighters, "b": khadath})
    walled.lay("battery strike", "lure burst").go_on()
    pulse = duel().lay("special burst", "volcanic strike").go_on()
    told = [(line.text, line.case) for one in (walled, pulse) for line in story(one).beats[0].lines
            if line.kind == "stay"]  # fmt: skip
    assert told == [
        ("Khadath has no room to move (Burst)", "13.4"),
        ("Cadenza stays on 2 (Lure)", "20.5"),
        ("Kallistar stays on 6 (Special action)", "14.2"),
        ("Cadenza stays on 2 (Special action)", "14.2"),
    ]

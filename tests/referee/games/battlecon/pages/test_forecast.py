"""The sums that a phone shows before the Reveal are those that the Reveal then brings."""

from __future__ import annotations

from typing import Any

from referee.games.battlecon.pages.hand import Picker, Sum, base_picker, chosen_sum, pair_picker
from rules.battlecon.actions import Ante, CommitBase, CommitPair, Seat
from rules.battlecon.effects import Reveal
from rules.battlecon.formats.actions import action_to_json
from rules.battlecon.game import legal_actions
from rules.battlecon.position import Position
from rules.battlecon.view import redact
from tests.rules.battlecon.table import after, do, duel, lay


def picker(position: Position, seat: Seat) -> Picker:
    """Return the cards that a seat chooses from now."""
    offered = [action_to_json(action) for action in legal_actions(position, seat)]
    given = (redact(position, seat), seat, offered)
    made = pair_picker(*given) or base_picker(*given)
    assert made
    return made


def totals(one: Sum | None) -> dict[str, Any]:
    """Return the figures of a sum by their name."""
    assert one
    return {row.name: row.total for row in one.rows}


def of(position: Position, seat: Seat, name: str) -> dict[str, Any]:
    """Return the figures of what is called this in a seat's picker."""
    return totals(next(one for one in picker(position, seat).sums if one.name == name))


def test_8_1_in_a_clash_what_the_reveal_gave_counts_once() -> None:
    """Hunter's with the opponent next to the trap: +2 power and +2 priority, told at the first Reveal."""
    start = duel("khadath", "kallistar", a_space=2, b_space=5, trap=4)
    clash = after(lay(start, "hunters shot", "blazing drive"))
    assert clash.phase == "clash"
    strike = of(clash, "a", "Hunter’s Strike")
    assert (strike["Power"], strike["Priority"]) == ("6", "5")
    assert of(clash, "a", "Hunter’s Burst")["Priority"] == "3"
    laid = after(do(clash, CommitBase("a", "burst")))
    assert totals(chosen_sum(redact(laid, "a"), "a"))["Priority"] == "3"
    told = [e for e in do(laid, CommitBase("b", "dash")).effects if isinstance(e, Reveal) and e.seat == "a"]
    assert [(e.power, e.priority) for e in told] == [(5, 3)]


def test_18_2_tokens_that_come_back_at_the_reveal_do_not_count() -> None:
    """Trance gives back what was anted, without effect."""
    cancelled = after(lay(duel("hikaru", "kallistar"), "special shot", "blazing drive", Ante("a", "fire")))
    assert cancelled.phase == "special"
    assert of(cancelled, "a", "Trance Strike")["Power"] == "4"
    assert of(cancelled, "a", "Focused Strike")["Power"] == "7"
    ruling = do(cancelled, CommitPair("a", "trance", "strike"))
    assert redact(after(ruling), "a").to_json()["sums"]["a"]["power"] == 4


def test_18_8_a_finish_that_spends_the_pool_counts_every_token() -> None:
    """Wrath of Elements with all four tokens in the pool."""
    start = duel("hikaru", "kallistar", a_life=5)
    finish = next(one for one in picker(start, "a").sums if one.finish)
    figures = totals(finish)
    assert (figures["Power"], figures["Priority"], figures["Soak"]) == ("10", "8", "3")


def test_14_2_above_7_life_the_key_says_cancel() -> None:
    """The base that means a Finish gives a Cancel."""
    full = [
        one for one in picker(duel("hikaru", "kallistar"), "a").sums if one.says and "Cancel" in one.says[0]
    ]
    assert full
    assert {one.key for one in full} >= {"Lay down Cancel with Strike"}
    assert not any("Finish with" in one.key for one in full)

"""Moments of a duel at which two games differ in a choice that lies face down, or was never turned up.

Each moment gives the pair of games. Its seats are those that must not be able to tell them apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.referee.any_pair import AnyPair
from tests.referee.games.battlecon.duel_tables import (
    BURST,
    DRIVE,
    SHOT,
    STRIKE,
    Action,
    do,
    lay,
    pair_of,
    twins,
)

Moment = Callable[[Path], AbstractContextManager[AnyPair]]
CANCEL = pair_of("special", "shot")


def _seen(both: AnyPair) -> Action:
    """Return what the table sees, which is alike in both games."""
    view: Action = json.loads(both.api("table", "GET", "/view")[1])
    return view


def _unseen_by(both: AnyPair, *seats: str) -> AnyPair:
    """Return the pair of games as those see it who do not know the choices of these seats."""
    return AnyPair(both.a, both.b, tuple(seat for seat in both.seats if seat not in seats))


@contextmanager
def one_pair_laid(folder: Path) -> Iterator[AnyPair]:
    """5.0: one player has chosen."""
    with twins(folder) as both:
        lay(both, "a", STRIKE, SHOT)
        yield _unseen_by(both, "a")


@contextmanager
def before_any_pair(folder: Path) -> Iterator[AnyPair]:
    """5.0: a choice was taken back before anybody else had chosen."""
    with twins(folder) as both:
        lay(both, "b", DRIVE, BURST)
        assert both.api("a", "POST", "/undo", json={})[0] == 202
        assert both.api("b", "POST", "/undo", json={"answer": "agree"})[0] == 200
        assert not _seen(both)["committed"]
        yield _unseen_by(both, "b")


@contextmanager
def antes(folder: Path) -> Iterator[AnyPair]:
    """6.0: both pairs lie face down, and one ante is paid."""
    with twins(folder, ("cadenza", "hikaru")) as both:
        lay(both, "b", pair_of("geomantic", "drive"), pair_of("advancing", "shot"))
        assert do(both, "a", STRIKE) == 200
        assert do(both, "a", {"do": "ante", "token": "iron_body"}) == 200
        assert _seen(both)["phase"] == "ante"
        yield _unseen_by(both, "b")


@contextmanager
def an_effect_to_choose(folder: Path) -> Iterator[AnyPair]:
    """10.0: an effect asks its owner, who had laid another pair before the one that was turned up."""
    with twins(folder, special_actions=False) as both:
        lay(both, "a", STRIKE, SHOT)
        _meet(both, pair_of("mechanical", "drive"), DRIVE, stop="execute")
        yield _unseen_by(both, "a")


@contextmanager
def next_beat(folder: Path) -> Iterator[AnyPair]:
    """4.0: the beat is over, and one player has chosen the next pair."""
    with twins(folder) as both:
        _meet(both, STRIKE, DRIVE, stop="select")
        lay(both, "a", pair_of("mechanical", "drive"), pair_of("mechanical", "shot"))
        yield _unseen_by(both, "a")


@contextmanager
def clash(folder: Path) -> Iterator[AnyPair]:
    """8.1: one player has chosen the new base."""
    one: Action = {"do": "commit_base", "base": "drive"}
    two: Action = {"do": "commit_base", "base": "burst"}
    with twins(folder, special_actions=False) as both:
        _meet(both, pair_of("grapnel", "strike"), pair_of("volcanic", "strike"), stop="clash")
        lay(both, "a", one, two)
        yield _unseen_by(both, "a")


@contextmanager
def two_cancels(folder: Path) -> Iterator[AnyPair]:
    """14.2: both pairs were canceled, and one player has chosen anew."""
    with twins(folder) as both:
        _meet(both, CANCEL, CANCEL, stop="special")
        lay(both, "b", DRIVE, BURST)
        yield _unseen_by(both, "b")


@contextmanager
def starting_discards(folder: Path) -> Iterator[AnyPair]:
    """3.5: one player has laid down the four cards that he begins without."""
    one: Action = {"do": "choose_discards", "discards": [["battery", "strike"], ["grapnel", "shot"]]}
    two: Action = {"do": "choose_discards", "discards": [["grapnel", "dash"], ["battery", "drive"]]}
    with twins(folder, starting_discards="free") as both:
        lay(both, "a", one, two)
        yield _unseen_by(both, "a")


@contextmanager
def next_duel_of_a_match(folder: Path) -> Iterator[AnyPair]:
    """R-1.1a: the duel was given up while a pair lay face down; the next one begins."""
    with twins(folder, duels=2) as both:
        lay(both, "b", DRIVE, BURST)
        assert do(both, "a", {"do": "concede"}) == 200
        yield _unseen_by(both, "b")


def _meet(both: AnyPair, a: Action, b: Action, *, stop: str) -> None:
    """Lay the same pairs in both games, and answer each question with its first option, up to a phase."""
    assert do(both, "a", a) == 200
    assert do(both, "b", b) == 200
    while (seen := _seen(both))["phase"] != stop:
        seat = seen["pending"][0]["seat"]
        actions = json.loads(both.api(seat, "GET", "/actions")[1])["actions"]
        assert do(both, seat, next(a for a in actions if a["do"] in {"pass", "choose"})) == 200


MOMENTS: tuple[Moment, ...] = (
    starting_discards, before_any_pair, one_pair_laid, antes, clash, two_cancels, an_effect_to_choose,
    next_beat, next_duel_of_a_match,
)  # fmt: skip

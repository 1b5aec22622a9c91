"""No page and no fragment depends on what its seat may not know (2.3, 3.1, 7.7)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.action_panel import panel
from tests import soak
from tests.referee.any_pair import Action
from tests.referee.paired import Pair, at_new_moments, pair

START: Action = {
    "do": "place_characters",
    "squares": {"peter": "009", "roger": "009", "steve": "010", "fran": "010"},
}
BOTH, DRAW = frozenset({"hidden", "draw"}), frozenset({"draw"})
HTMX = {"HX-Request": "true"}
EVERY = 9
"""One tap in so many is made after each step, another one after the next."""


def taps(both: Pair) -> list[str]:
    """Return what somebody who wants to find something out would look at."""
    squares = sorted(
        {*both.a.position.hidden, *both.b.position.hidden, *list(both.a.position.zombies)[:5], "009"}
    )
    looks = [f"/square/{s}" for s in squares]
    looks += [f"/square/{s}?from={squares[0]}" for s in squares]
    lists = ["/squares", "/squares?all=1", f"/squares?at={squares[0]}"]
    return [
        *looks,
        *lists,
        "/door/028-047",
        f"/sight?from=009&to={squares[0]}",
        f"/square?square={squares[-1]}",
    ]


def look(both: Pair) -> None:
    """Read the screen of each seat, and tap around on it."""
    base = f"/t/{both.a.code}"
    for seat in both.seats:
        both.same(seat, "GET", base)
        both.same(seat, "GET", f"{base}/now", headers=HTMX)
        cookies = {"Cookie": f"seat-{both.a.code}={both.a.tokens[seat]}; odds=shown"}
        both.same(None, "GET", f"{base}/now", headers=HTMX | cookies)
        for path in taps(both)[both.a.version % EVERY :: EVERY]:
            both.same(seat, "GET", base + path, headers=HTMX)
        for square in (both.a.position.hidden or ("001",))[:1]:
            for action in ({"do": "step", "to": square}, {"do": "reveal", "square": square}):
                form = {"action": json.dumps(action), "version": "0"}
                both.same(seat, "POST", f"{base}/do", data=form, headers=HTMX)


Look = Callable[[Pair], None]


def at_every_step(look: Look) -> Look:
    return look


@pytest.mark.parametrize("when", [at_new_moments, *soak.rest(soak.PAIRS, [at_every_step])])
@pytest.mark.parametrize("differ", [BOTH, *soak.rest(soak.PAIRS, [DRAW])], ids=["both", "draw"])
def test_every_screen_is_the_same_whatever_the_secrets_are(
    tmp_path: Path, differ: frozenset[str], when: Callable[[Look], Look]
) -> None:
    """Two games that differ in hidden squares and values alone send the same bytes to tablet and human phone.

    Where only the values differ, the zombie player's phone is compared too.
    """
    with pair(tmp_path, differ=differ, seed=3) as both:
        look(both)
        assert both.do("table", START)[0] == 200
        done = list(both.play(25, 3, when(look)))
        assert len(done) >= 15


def test_taking_back_shows_the_same_to_all(tmp_path: Path) -> None:
    """R-UNDO: what is asked and answered on the screens tells nothing."""
    with pair(tmp_path, seed=4) as both:
        both.do("table", START)
        list(both.play(6, 4, lambda _: None))
        for answer in ("ask", "withdraw", "ask"):
            both.same("human", "POST", f"/t/{both.a.code}/undo", data={"answer": answer}, headers=HTMX)
            look(both)


def test_a_leak_on_a_page_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is not blind: a panel that names a hidden square fails it."""
    with pair(tmp_path, seed=5) as both:
        look(both)
        leaking = iter(["030", "069"] * 50)
        monkeypatch.setattr(panel, "_title", lambda *_view: next(leaking))
        with pytest.raises(AssertionError, match="apart"):
            look(both)

"""What the referee chooses: legal, the same for a seed, and blind to what lies face down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from referee.games.battlecon.ai import ONE_BEAT, OPPONENT, choose
from referee.games.battlecon.ai.beat_game import BeatGame
from referee.games.battlecon.ai.choice import _chance
from referee.games.battlecon.ai.search import Scores, Search, weights
from rules.battlecon.actions import Action, Ante, Choose, ChooseFighter, CommitPair, MoveOption, Pass
from rules.battlecon.beat import Beat
from rules.battlecon.game import legal_actions, rule, set_up
from rules.battlecon.position import Position
from tests import soak
from tests.referee.games.battlecon.duel_positions import usual
from tests.rules.battlecon.table import after, do, pair


def begun(first: str, second: str, discards: str = "icons") -> Position:
    position = set_up(starting_discards=discards)  # type: ignore[arg-type]
    position = after(rule(position, ChooseFighter("a", first)))
    return after(rule(position, ChooseFighter("b", second)))


def played(position: Position, rng: Random) -> Iterator[tuple[Position, Action]]:
    """Yield the referee's choices in a duel of its `b` against random choices of `a`."""
    while position.phase != "over":
        if OPPONENT.owes(position):
            action = choose(position, "b", "seed", ONE_BEAT)
            yield position, action
        else:
            offered = legal_actions(position, "a")
            action = rng.choice([action for action in offered if action.do != "concede"])
        position = after(rule(position, action))


@soak.ENGINES
@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "choices"),
    [
        ("hikaru", "cadenza", 4),
        ("kallistar", "khadath", 8),
        ("hikaru", "cadenza", 40),
        ("kallistar", "khadath", 40),
    ],
)
def test_everything_that_the_referee_chooses_is_legal(first: str, second: str, choices: int) -> None:
    """Cadenza is asked for an ante too, and Khadath comes to a clash."""
    kinds = set()
    for position, action in islice(played(begun(first, second, "free"), Random(first)), choices):
        assert action in legal_actions(position, "b")
        kinds.add(action.do)
    assert kinds >= {
        "choose_discards",
        "commit_pair",
        "choose",
        "pass" if first == "hikaru" else "commit_base",
    }


@soak.ENGINES
def test_the_same_seed_gives_the_same_choice_and_another_may_not() -> None:
    position = begun("khadath", "kallistar")
    chosen = [choose(position, "b", str(seed), ONE_BEAT) for seed in (0, 3, 0)]
    assert chosen[0] == chosen[-1]
    assert len(set(chosen)) > 1


@pytest.mark.parametrize(
    "mine", ["battery strike", "special shot", *soak.rest(soak.PAIRS, ["mechanical press", "special strike"])]
)
def test_the_choice_of_a_pair_is_blind_to_the_pair_that_lies_there(mine: str) -> None:
    position = usual("cadenza", "khadath")
    blind = choose(position, "b", "s", ONE_BEAT)
    assert choose(after(do(position, pair("a", mine))), "b", "s", ONE_BEAT) == blind


@pytest.mark.parametrize(
    "pairs",
    [
        ("blight strike", "special burst"),
        *soak.rest(soak.PAIRS, [(("blight strike", "special burst", "lure snare", "special shot"),)]),
    ],
)
def test_the_ante_is_blind_to_the_pair_that_lies_there(pairs: tuple[str, ...]) -> None:
    position = usual("khadath", "hikaru")
    antes = set()
    for mine in pairs:
        lying = after(do(after(do(position, pair("a", mine))), pair("b", "advancing shot")))
        assert lying.phase == "ante"
        antes.add(choose(lying, "b", "s", ONE_BEAT))
    assert len(antes) == 1


def test_clash_bases_and_pairs_after_two_cancels_are_blind_too() -> None:
    clash = _lying(usual("khadath", "kallistar", b_space=5), "lure drive", "volcanic strike")
    assert clash.phase == "clash"
    cancels = _lying(usual("khadath", "kallistar"), "special shot", "special shot")
    assert cancels.phase == "special"
    for position in (clash, cancels):
        blind = choose(position, "b", "s", ONE_BEAT)
        offered = [action for action in legal_actions(position, "a") if action.do.startswith("commit")]
        for action in offered[:4]:
            assert choose(after(do(position, action)), "b", "s", ONE_BEAT) == blind


def _lying(position: Position, a: str, b: str) -> Position:
    return after(do(after(do(position, pair("a", a))), pair("b", b)))


def test_cards_that_lie_there_count_for_nothing_even_where_nobody_can_lay_them() -> None:
    """The opponent's cards are taken out of the position before anything else is done with it."""
    position = usual("khadath", "kallistar")
    lying = replace(
        position, committed={"a": CommitPair("a", "no such", "card")}, pending=position.pending[1:]
    )
    assert choose(lying, "b", "s", ONE_BEAT) == choose(position, "b", "s", ONE_BEAT)


def test_the_option_that_wins_is_chosen() -> None:
    """From distance 3 a Drive reaches its target after advancing 2, not after advancing 1."""
    near = usual("kallistar", "cadenza", a_space=2, b_space=5, a_life=3, b_tokens={"iron_body": 0})
    position = _lying(near, "ignition strike", "battery drive")
    assert position.pending[0].kind == "choice"
    for budget in (ONE_BEAT, 20_000):
        assert choose(position, "b", "s", budget) == Choose("b", MoveOption("b", "advance", 2))


def test_a_cancel_is_answered_with_the_pair_that_does_best_against_what_lies_open() -> None:
    """Kallistar has 2 life and lies open with a slow pair; a quick blow that reaches ends the duel."""
    near = usual("kallistar", "hikaru", a_space=3, b_space=4, a_life=2)
    position = _lying(near, "ignition strike", "special shot")
    while position.phase == "ante":
        position = after(do(position, Pass(position.pending[0].seat)))
    assert (position.phase, [p.kind for p in position.pending]) == ("special", ["pair"])
    while OPPONENT.owes(position) and position.beat == 1:
        position = after(do(position, choose(position, "b", "s", ONE_BEAT)))
    assert position.winner == "b"


@soak.ENGINES
def test_a_mix_of_the_referee_is_the_one_that_it_draws_from() -> None:
    """Of three seeds no pair comes that the equilibrium leaves out, and more than one comes."""
    position = usual("khadath", "kallistar")
    game = BeatGame.of(Beat(position), Search(Scores(weights())))
    mix = dict(zip(game.pairs["b"], game.solve().columns, strict=True))
    drawn = {choose(position, "b", str(seed), ONE_BEAT) for seed in (0, 3, 6)}
    assert len(drawn) > 1
    assert all(mix[action] > 0 for action in drawn)  # type: ignore[index]


def test_each_question_of_a_beat_is_answered_by_chance_of_its_own() -> None:
    """6.2, 8.2: asked again in an ante after a token, and in a clash after bases came back to the hand."""
    lying = after(do(after(do(usual("hikaru", "cadenza", active="b"), pair("a", "geomantic strike"))),
                     pair("b", "battery strike")))  # fmt: skip
    added = after(do(after(do(lying, Pass("b"))), Ante("a", "fire")))
    assert [position.pending[0].seat for position in (lying, added)] == ["b", "b"]
    used = {**lying.attacks, "b": replace(lying.attacks["b"], taken_back=True)}
    moments = (lying, added, replace(lying, attacks=used), replace(lying, beat=lying.beat + 1))
    assert len({_chance(position, "b", "s").random() for position in moments}) == 4

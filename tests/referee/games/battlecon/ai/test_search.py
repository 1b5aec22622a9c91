"""The quick search comes to the same as a plain one, which keeps nothing and cuts nothing off."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.battlecon.ai.beat_game import BeatGame, different_pairs, grown
from referee.games.battlecon.ai.beat_game import moments as moments_of
from referee.games.battlecon.ai.equilibrium import solve
from referee.games.battlecon.ai.search import ROUGH, WON, Scores, Search, chance, laid, score_of, weights
from rules.battlecon.actions import SEATS, Action, Choose, CommitBase, Commitment, CommitPair, Pass, Seat
from rules.battlecon.beat import Beat
from rules.battlecon.game import Trial, legal_actions
from rules.battlecon.position import Position
from tests.referee.games.battlecon.duel_positions import usual
from tests.rules.battlecon.random_play import moments
from tests.rules.battlecon.table import duel, pair

SCORES = Scores(weights())


def positions(seed: int) -> list[Position]:
    """Return the positions of a random duel in which pairs are chosen and nothing lies yet."""
    return [p for p, *_ in moments(Random(seed)) if p.phase == "select" and not p.committed]


def plain(trial: Trial, number: int) -> float:
    """Return the score of a trial by trying everything, to the end of the beat."""
    question = trial.question
    if question is None:
        return WON if trial.winner == "a" else -WON
    position = trial.position()
    if trial.beat > number:
        return SCORES.at_select(position)
    if question.kind in ("choice", "ante"):
        (seat,) = question.seats
        tried: list[Action] = (
            [Choose(seat, option) for option in question.options]
            if question.kind == "choice"
            else [Pass(seat)]
        )
        scores = [plain(trial.done(action), number) for action in tried]
        return max(scores) if seat == "a" else min(scores)
    rows, columns = (committable(position, seat) if seat in question.seats else [None] for seat in SEATS)
    table = [[plain(trial.committed(cards(a, b)), number) for b in columns] for a in rows]
    if len(question.seats) == 1:
        return max(row[0] for row in table) if question.seats == ("a",) else min(table[0])
    return score_of(solve([[chance(score) for score in row] for row in table], ROUGH).value)


def committable(position: Position, seat: Seat) -> list[Commitment | None]:
    return [action for action in legal_actions(position, seat) if isinstance(action, CommitPair | CommitBase)]


def cards(a: Commitment | None, b: Commitment | None) -> dict[Seat, Commitment]:
    return {seat: card for seat, card in zip(SEATS, (a, b), strict=True) if card is not None}


@pytest.mark.parametrize("seed", range(6))
def test_the_quick_search_agrees_with_a_plain_one(seed: int) -> None:
    rng = Random(seed)
    position = rng.choice(positions(seed))
    search = Search(SCORES)
    game = BeatGame.bare(Beat(position), search)
    table = game.table(game.outcomes[-1])
    for _ in range(12):
        row, column = rng.randrange(len(game.pairs["a"])), rng.randrange(len(game.pairs["b"]))
        a, b = game.pairs["a"][row], game.pairs["b"][column]
        slow = plain(Trial.of(position).committed({"a": a, "b": b}), position.beat)
        assert table[row][column] == pytest.approx(chance(slow), abs=0.02), (a, b)


def test_every_pair_in_hand_is_there_and_the_special_action_once_for_each_use() -> None:
    beat = Beat(duel("cadenza", "hikaru", a_life=7))
    pairs = [different_pairs(beat, side) for side in beat.sides.values()]
    assert len(pairs[0]) == 5 * 7 + 3, "Pulse, Cancel and Finish"
    assert len(pairs[1]) == 5 * 7 + 2, "Pulse and Cancel"
    assert pair("a", "clockwork press") in pairs[0]
    beat.sides["a"].special = False
    assert len(different_pairs(beat, beat.sides["a"])) == 5 * 7


def test_all_antes_of_both_are_there() -> None:
    position = duel("cadenza", "hikaru")
    beat = laid(Beat(position), pair("a", "battery strike"), pair("b", "trance shot"))
    tree, outcomes = grown(beat)
    assert len(outcomes) == 2 * 5
    assert len(list(moments_of(tree))) > 2


def test_what_lies_face_down_is_not_looked_at() -> None:
    start = usual("khadath", "kallistar")
    lying = laid(Beat(start), pair("a", "lure strike"), pair("b", "flare dash"))
    tables = [BeatGame.of(beat, Search(SCORES)).tables for beat in (Beat(start), lying)]
    assert tables[0] == tables[1]


def test_a_score_is_the_same_from_either_side() -> None:
    ours = duel("khadath", "kallistar", a_life=9, a_space=3, b_space=4, b_form="elemental")
    theirs = duel("kallistar", "khadath", b_life=9, b_space=5, a_space=4, a_form="elemental")
    assert SCORES.at_select(ours) == pytest.approx(-SCORES.at_select(theirs))

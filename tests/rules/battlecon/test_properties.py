"""What always holds, whatever is played: cards, distance, life, tokens, secrets, round trips."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.battlecon.actions import (
    DECLINE,
    OTHER,
    SEATS,
    USE,
    Action,
    Ante,
    Choose,
    ChooseDiscards,
    ChooseFighter,
    CommitBase,
    CommitPair,
    Concede,
    FirstOption,
    GoOption,
    MoveOption,
    Pass,
    Seat,
    TokenOption,
    TrapOption,
    cards_of,
)
from rules.battlecon.attack_pairs import hand
from rules.battlecon.cards import figures
from rules.battlecon.effects import Damage, Life, Moved, Recycled
from rules.battlecon.formats.actions import action_from_json, action_to_json
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.game import legal_actions, refusal, rule
from rules.battlecon.position import NO_ATTACK, Position
from rules.battlecon.rulebook import rulebook
from rules.battlecon.view import redact
from rules.effects import effects_known_to, to_json
from tests.rules.battlecon.random_play import moments
from tests.rules.battlecon.table import after

seeds = st.integers(0, 10**9).map(Random)


def cards(position: Position, seat: Seat) -> Counter[str]:
    """Count every card of a seat: in hand (what lies face down too), in both piles, face up on the table."""
    fighter = position.fighters[seat]
    attack = position.attacks.get(seat, NO_ATTACK)
    styles, bases = hand(position, seat)
    table = [card for card in (attack.style, attack.base, *attack.under) if card and card != "special"]
    return Counter([*styles, *bases, *fighter.discards[0], *fighter.discards[1], *table])


@given(seeds)
@settings(max_examples=25)
def test_no_card_is_lost_or_doubled(rng: Random) -> None:
    """2.5, 3.2, 8.3, 11.0, 14.1: five styles and seven bases, one special action, never back."""
    spent: set[Seat] = set()
    for _, _, ruling in moments(rng):
        position = after(ruling)
        if len(position.fighters) < 2:
            continue
        for seat in SEATS:
            card = position.figures.fighters[position.fighters[seat].fighter]
            assert cards(position, seat) == Counter([*card.style_ids, *card.base_ids])
            assert not (seat in spent and position.fighters[seat].special)
            if not position.fighters[seat].special:
                spent.add(seat)


@given(seeds)
@settings(max_examples=25)
def test_distance_life_and_tokens(rng: Random) -> None:
    """3.4, 6.3, 12.2: distance 1 to 6, life never rises, tokens between none and all."""
    for position, _, ruling in moments(rng):
        now = after(ruling)
        assert 1 <= now.distance <= 6
        assert now.trap in (None, *range(1, 8))
        for seat in SEATS:
            fighter = now.fighters[seat]
            assert 0 <= fighter.life <= position.fighters[seat].life
            assert fighter.life or now.winner == OTHER[seat]
            for token in now.figures.fighters[fighter.fighter].tokens:
                assert 0 <= fighter.tokens[token.id] <= token.count


@given(seeds)
@settings(max_examples=20)
def test_what_happened_adds_up_to_what_changed(rng: Random) -> None:
    """Spaces and lives follow from the effects alone, as the screens rely on."""
    for position, _, ruling in moments(rng):
        spaces = {seat: position.fighters[seat].space for seat in SEATS}
        lives = {seat: position.fighters[seat].life for seat in SEATS}
        for effect in ruling.effects:
            if isinstance(effect, Moved):
                assert spaces[effect.whom] == effect.start
                spaces[effect.whom] = effect.end
            elif isinstance(effect, Life):
                lives[effect.whom] += effect.amount
                assert lives[effect.whom] == effect.now
            elif isinstance(effect, Damage):
                assert effect.amount >= 0
        now = after(ruling)
        assert spaces == {seat: now.fighters[seat].space for seat in SEATS}
        assert lives == {seat: now.fighters[seat].life for seat in SEATS}
        assert any(isinstance(e, Recycled) for e in ruling.effects) == (now.beat > position.beat)


@given(seeds)
@settings(max_examples=15)
def test_positions_and_actions_survive_json(rng: Random) -> None:
    for position, action, _ in moments(rng):
        data = json.loads(json.dumps(position_to_json(position)))
        assert position_from_json(data) == position
        assert position_to_json(position_from_json(data)) == data
        assert action_from_json(json.loads(json.dumps(action_to_json(action)))) == action


@given(seeds)
@settings(max_examples=15)
def test_offered_and_allowed_are_the_same(rng: Random) -> None:
    """Whatever is listed is legal, and no choice of the other seat's, nor of another phase, is."""
    for position, action, _ in moments(rng):
        offered = legal_actions(position)
        assert len(offered) == len({repr(a) for a in offered})
        assert all(refusal(position, a) is None for a in offered)
        other = replace(action, seat=OTHER[action.seat])
        assert (refusal(position, other) is None) == (other in offered)


@given(seeds)
@settings(max_examples=15)
def test_a_secret_choice_changes_nothing_in_the_other_view_but_that_it_was_made(rng: Random) -> None:
    """5.0, R-5.0a: games that differ in the choice alone look the same to everybody else, to the byte."""
    for position, action, ruling in moments(rng):
        if not isinstance(action, CommitPair | CommitBase) or len(position.pending) < 2:
            continue
        now, seat = after(ruling), action.seat
        another = rng.choice([a for a in legal_actions(position, seat) if type(a) is type(action)])
        twin = after(rule(position, another))
        changed = after(rule(now, another))
        for viewer in (OTHER[seat], "table"):
            view = redact(now, viewer)
            seen = json.dumps(view.to_json())
            for other in (twin, changed):
                assert (redact(other, viewer), json.dumps(redact(other, viewer).to_json())) == (view, seen)
            before, late = redact(position, viewer).to_json(), redact(now, viewer).to_json()
            assert late.pop("committed") == {**before.pop("committed"), seat: None}
            assert [p for p in before.pop("pending") if p["seat"] != seat] == late.pop("pending")
            assert late == before
        assert legal_actions(now, OTHER[seat]) == legal_actions(position, OTHER[seat])
        assert ruling.reason == rule(position, another).reason
        assert redact(now, seat).to_json()["committed"][seat] is not None
        for name in cards_of(action):
            assert name.capitalize() not in ruling.story


@given(seeds)
@settings(max_examples=15)
def test_the_pairs_stay_secret_through_the_ante(rng: Random) -> None:
    """5.0, 6.0: what lies face down shows in nobody else's view, question or sentence before the reveal."""
    for position, action, ruling in moments(rng):
        now = after(ruling)
        if not isinstance(action, CommitPair) or now.phase != "ante":
            continue
        another = rng.choice([a for a in legal_actions(position, action.seat) if isinstance(a, CommitPair)])
        twin_ruling = rule(position, another)
        twin = after(twin_ruling)
        assert (twin_ruling.reason, twin_ruling.story, twin_ruling.cases) == (
            ruling.reason, ruling.story, ruling.cases,
        )  # fmt: skip
        for viewer in (OTHER[action.seat], "table"):
            one, two = redact(now, viewer), redact(twin, viewer)
            assert (one, json.dumps(one.to_json())) == (two, json.dumps(two.to_json()))
            shown = [to_json(effect) for effect in effects_known_to(ruling.effects, viewer)]
            assert shown == [to_json(effect) for effect in effects_known_to(twin_ruling.effects, viewer)]
        assert legal_actions(twin) == legal_actions(now)


WORDS = sorted(
    {*figures().cards, *figures().tokens, *figures().fighters, *figures().effects, "special", "", "smash"}
)


def anything(rng: Random) -> Action:
    """Return an action of any kind, with words that belong somewhere in the game, or nowhere."""
    seat = rng.choice(SEATS)
    one, two, three, four = (rng.choice(WORDS) for _ in range(4))
    options = (
        MoveOption(rng.choice(SEATS), rng.choice(("advance", "retreat")), rng.randint(0, 6)),
        GoOption(rng.choice(SEATS), rng.randint(1, 7)),
        TrapOption(rng.randint(1, 7)),
        TokenOption(one),
        FirstOption(two),
        USE,
        DECLINE,
    )
    actions: tuple[Action, ...] = (
        ChooseFighter(seat, one, rng.choice((None, two))),
        ChooseDiscards(seat, ((one, two), (three, four))),
        CommitPair(seat, one, two),
        CommitBase(seat, one),
        Ante(seat, one),
        Pass(seat),
        Choose(seat, rng.choice(options)),
        Concede(seat),
    )
    return rng.choice(actions)


@given(seeds)
@settings(max_examples=20)
def test_whatever_somebody_tries_gets_a_ruling(rng: Random) -> None:
    """Legal is what is listed; all else gets one sentence with a case of the book, and changes nothing."""
    book = rulebook()
    for position, _, _ in moments(rng):
        offered = legal_actions(position)
        for _ in range(12):
            action = anything(rng)
            ruling = rule(position, action)
            assert ruling.legal == (action in offered)
            assert not [case for case in ruling.cases if book.unknown(case)]
            if not ruling.legal:
                assert (ruling.after, ruling.effects) == (None, ())
                assert ruling.reason.endswith(".")

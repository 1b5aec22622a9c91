"""A position in the middle of a beat that somebody wrote by hand: readable means playable."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.battlecon.card_effects import PRIMITIVES
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.formats.reading import Unreadable
from rules.battlecon.game import follow, legal_actions, set_up
from tests.rules.battlecon.table import after, duel, lay

Json = dict[str, Any]
RECYCLE = {"do": "recycle", "seat": "a", "what": []}


def cancelled() -> Json:
    """Return the moment after a Cancel, where seat a chooses a new pair."""
    return position_to_json(after(lay(duel(), "special shot", "caustic strike")))


def pulsed() -> Json:
    """Return the moment after a Pulse, where seat a chooses how far to push."""
    return position_to_json(after(lay(duel(), "special dash", "caustic strike")))


def executing() -> Json:
    """Return a moment in the attacks where somebody chooses."""
    rng, position = Random(5), set_up()
    while position.phase != "execute":
        offered = [a for a in legal_actions(position) if a.do != "concede"]
        position = after(follow(position, rng.choice(offered)))
    return position_to_json(position)


def read(data: Json) -> str:
    """Return the sentence on a position that cannot be."""
    with pytest.raises(Unreadable) as caught:
        position_from_json(data)
    return str(caught.value)


def with_queue(data: Json, *queue: Json) -> Json:
    """Return a position with other steps still to do."""
    data["beat_state"]["queue"] = list(queue)
    return data


def effects_of(data: Json, fighter: str) -> list[str]:
    """Return the effects of a fighter's styles that something comes of at their trigger."""
    everything = position_from_json(data).figures.effects.values()
    styles = position_from_json(data).figures.fighters[fighter].style_ids
    return [effect.id for effect in everything if effect.source in styles and effect.do in PRIMITIVES]


def test_effects_are_ordered_only_where_there_are_two() -> None:
    own = effects_of(executing(), executing()["fighters"]["a"]["fighter"])
    order = {"do": "order", "seat": "a", "what": own[:1]}
    assert "it must be two or more effects" in read(with_queue(executing(), RECYCLE, order))


@pytest.mark.parametrize("do", ["effect", "order"])
def test_an_effect_belongs_to_the_fighter_who_is_there(do: str) -> None:
    data = executing()
    assert "khadath" not in [fighter["fighter"] for fighter in data["fighters"].values()]
    step = {"do": do, "seat": "a", "what": effects_of(data, "khadath")[:1]}
    assert "beat_state.queue[1].what has" in read(with_queue(data, RECYCLE, step))


def test_a_cancel_is_followed_by_turning_up_its_cards() -> None:
    *rest, turn_up, cancel = cancelled()["beat_state"]["queue"]
    words = "beat_state.queue turns up cards that nobody is asked for."
    assert read(with_queue(cancelled(), *rest, cancel)) == words
    assert read(with_queue(cancelled(), turn_up, *rest, cancel)) == words
    position_from_json(with_queue(cancelled(), *rest, turn_up, cancel))


def test_who_did_not_cancel_has_turned_up_a_pair() -> None:
    for made, whose in ((cancelled, "all but those who cancelled have"), (pulsed, "both have")):
        data = made()
        data["beat_state"]["attacks"]["b"] |= {"style": None, "base": None}
        assert f"in the phase special {whose} turned up cards" in read(data)


def test_nothing_is_compared_after_a_pulse() -> None:
    data = pulsed()
    *rest, push = data["beat_state"]["queue"]
    reveal = {"do": "reveal", "seat": "a", "what": []}
    assert "turns up cards that nobody is asked for" in read(with_queue(data, *rest, reveal, push))

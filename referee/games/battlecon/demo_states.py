"""The states of a duel of BattleCON for `referee demo`, the pictures and the tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from referee.games.demo_states import DemoState, DemoTable
from referee.records.text import Json


def _pair(seat: str, style: str, base: str) -> Json:
    return {"do": "commit_pair", "seat": seat, "style": style, "base": base}


def _pull(seat: str, whom: str, spaces: int) -> Json:
    option = {"what": "move", "whom": whom, "direction": "advance", "spaces": spaces}
    return {"do": "choose", "seat": seat, "option": option}


NO_TOKEN: Json = {"do": "pass", "seat": "a"}
FIGHTERS: Sequence[Json] = (
    {"do": "choose_fighter", "seat": "a", "fighter": "cadenza", "finish": "rocket_press"},
    {"do": "choose_fighter", "seat": "b", "fighter": "kallistar", "finish": "supernova"},
)
CLASH: Sequence[Json] = (_pair("a", "grapnel", "shot"), _pair("b", "ignition", "spellbolt"), NO_TOKEN)
FIRST_BEAT: Sequence[Json] = (
    *CLASH,
    {"do": "commit_base", "seat": "a", "base": "press"},
    {"do": "commit_base", "seat": "b", "base": "shot"},
    _pull("a", "b", 2),
)
CANCEL: Sequence[Json] = (_pair("a", "special", "grasp"), _pair("b", "caustic", "spellbolt"), NO_TOKEN)
SECOND_BEAT: Sequence[Json] = (*CANCEL, _pair("a", "clockwork", "shot"), _pull("b", "a", 2))
THIRD_BEAT: Sequence[Json] = (_pair("a", "hydraulic", "strike"), _pair("b", "volcanic", "strike"), NO_TOKEN)
LAST_BEAT: Sequence[Json] = (
    _pair("a", "grapnel", "press"),
    _pair("b", "special", "drive"),
    NO_TOKEN,
    {"do": "choose", "seat": "a", "option": {"what": "decline"}},
)
WHOLE = (*FIRST_BEAT, *SECOND_BEAT, *THIRD_BEAT, *LAST_BEAT)


def _play(table: DemoTable, actions: Iterable[Json]) -> None:
    for action in actions:
        table.do(action["seat"], action)


def _after(says: str, *actions: Json, **options: Any) -> DemoState:
    return DemoState(says, partial(_play, actions=actions), options)


STATES: Mapping[str, DemoState] = {
    "fighters": _after("Both players choose a fighter."),
    "hand": _after("Both players choose a style and a base.", *FIGHTERS),
    "chosen": _after("Player A has chosen a pair, player B has not.", *FIGHTERS, CLASH[0]),
    "ante": _after("Cadenza may add a token.", *FIGHTERS, *CLASH[:2]),
    "clash": _after("Equal priorities: both choose another base.", *FIGHTERS, *CLASH),
    "options": _after("The pairs are revealed, and Cadenza has a choice.", *FIGHTERS, *FIRST_BEAT[:-1]),
    "next_beat": _after("The second beat begins.", *FIGHTERS, *FIRST_BEAT),
    "cancel": _after("Cadenza cancels, and both choose again.", *FIGHTERS, *FIRST_BEAT, *CANCEL),
    "duel_over": _after("The duel is over; it has a report and a replay.", *FIGHTERS, *WHOLE),
    "trainer": _after("The second beat at a table with lessons.", *FIGHTERS, *FIRST_BEAT, trainer=True),
}

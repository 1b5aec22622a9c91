"""Pairs of games of *Dawn of the Dead* that differ in their secrets alone, for tests that compare seats.

What a seat may not know differs between them: the hidden squares, the draw of the units, or both. `Pair.play`
walks both games through the same public actions, keeping away from those whose outcome lawfully tells the two
apart (`tells_apart`).
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from referee.config import Config
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from tests.referee.any_pair import AnyPair, Twin, fixed_sources
from tests.referee.any_table import Action
from tests.referee.apps import app_of

SEATS = ("table", "human", "zombie", "spectator")
STARTS = ("009", "010")
FAR = 6


class Pair(AnyPair):
    """Two tables of the first game, which can be played on with each action that tells nobody a secret."""

    def play(
        self,
        steps: int,
        seed: int,
        look: Callable[[Pair], None],
        *,
        lean: Callable[[Action], float] | None = None,
    ) -> Iterator[Action]:
        """Do up to `steps` public actions from the tablet, looking after each; gives the actions done."""
        rng = random.Random(seed)
        table = self.a.app.extensions["tables"]
        for _ in range(steps):
            self.later()
            with table.store.locked(self.a.code) as held:
                offered = table.playing.actions(held, "table")
            choices = [a for a in offered if not tells_apart(self.a, self.b, a)]
            if not choices or self.a.position.phase == "over":
                return
            weights = [lean(a) if lean else 1.0 for a in choices]
            action = rng.choices(choices, weights)[0]
            status, body = self.do("table", action)
            assert status == 200, body
            look(self)
            yield action


def at_new_moments(look: Callable[[Pair], None]) -> Callable[[Pair], None]:
    """Return the same look, for a game that is played: once after each kind of action in each phase."""
    seen: set[tuple[str, str, bool]] = set()

    def look_once(both: Pair) -> None:
        with both.a.app.extensions["tables"].store.locked(both.a.code) as loaded:
            moment = (both.a.position.phase, loaded.lines[-1].action["do"], loaded.pending_action is None)
        if moment not in seen:
            seen.add(moment)
            look(both)

    return look_once


def tells_apart(a: Twin, b: Twin, action: Action) -> bool:
    """Whether a rule itself lets everybody tell the two games apart by this action.

    A unit's value is turned up where a character shares its square (5.4), where it is shot at (6.0), and when
    it smashes a door (10.5); a hidden zombie where somebody enters (9.1).
    """
    one: Position = a.position
    two: Position = b.position
    different = {s for s in one.zombies if one.zombies[s].value != two.zombies[s].value}
    hidden = set(one.hidden) ^ set(two.hidden)
    if one.hidden_box != two.hidden_box:
        hidden |= set(one.hidden)
    touched = {action.get(name) for name in ("to", "at", "from", "square")}
    touched.update(action.get("path", ()))
    if action["do"] == "smash" and "super" in action:
        touched.add(one.characters[action["super"]].square)
    if action["do"] in {"step", "shoot", "smash", "reveal", "open_attack", "defend", "roll_attack"}:
        if action["do"] in {"defend", "roll_attack"}:
            touched.update(s for s in one.zombies if one.at(s))
        return bool(touched & (different | hidden))
    if action["do"] in {"react", "free_move"}:
        moved = action.get("from") in different
        return (moved or bool(touched & different)) and any(one.at(s) for s in action["path"])
    if action["do"] == "roll_entrance":
        # Drawn units may differ; one that would enter beside a character is turned up at once.
        return any(one.at(d.square) for d in one.setting.board.main_doors.values())
    return False


def swapped(order: Sequence[int], seed: int) -> tuple[int, ...]:
    """Return the units in another order: those far from the characters' start, and the five hidden.

    Those near at hand stay, because soon some would have to be turned up, which tells the games apart.
    """
    setting = equipment.setting()
    far = [
        i
        for i, square in enumerate(setting.zombie_squares)
        if min(setting.board.distance(square, start) or 0 for start in STARTS) >= FAR
    ]
    places = [*far, *range(len(setting.zombie_squares), len(order))]
    values = [order[i] for i in places]
    random.Random(seed).shuffle(values)
    mixed = list(order)
    for place, value in zip(places, values, strict=True):
        mixed[place] = value
    return tuple(mixed)


def hidden_choices(seed: int) -> tuple[list[str], list[str]]:
    """Return two lawful choices of five hidden squares that have nothing in common."""
    setting = equipment.setting()
    edwins = setting.board.special["edwins"]
    free = [s for s in lawful_hidden_squares(setting.board) if setting.board.squares[s].area.id != edwins]
    ten = random.Random(seed).sample(free, 10)
    return sorted(ten[:5]), sorted(ten[5:])


@contextmanager
def pair(
    folder: Path,
    *,
    differ: frozenset[str] = frozenset({"hidden", "draw"}),
    counters: str = "digital",
    seed: int = 1,
    practice: bool = False,
    phases: str = "tap",
    mode: str = "two-player",
) -> Iterator[Pair]:
    """Give a pair of tables whose hidden squares are chosen already; `differ` says in what they differ.

    Where nobody plays the zombies (`mode`, 15.0) nobody hides any, and only the draw can differ.
    Seals are commitments to what differs, so they are made equal here, and nothing else is.
    """
    order = list(equipment.setting().sheet.units)
    random.Random(seed).shuffle(order)
    orders = (order, swapped(order, seed) if "draw" in differ else order)
    with mock.patch("referee.records.codec.seal", return_value="0" * 64):
        twins = []
        for name, units in zip("ab", orders, strict=True):
            config = Config(
                database_url=f"sqlite:///{folder / name}.sqlite3",
                secret="the same",
                stream_seconds=0,
                testing=True,
                sources=fixed_sources(units if counters == "digital" else None, f"seed {seed}"),
            )
            app = app_of(config)
            twin = Twin(app, app.test_client(use_cookies=False))
            made = twin.client.post(
                "/api/tables",
                json={"mode": mode, "counters": counters, "practice": practice, "phases": phases},
            ).get_json()
            twin.code, twin.tokens = made["code"], {s: v["token"] for s, v in made["seats"].items()}
            looks_on = twin.send("table", "GET", f"/api/tables/{twin.code}/invitation")[2]
            twin.tokens["spectator"] = json.loads(looks_on)["spectator"]["token"]
            twins.append(twin)
        seats = tuple(s for s in twins[0].tokens if s != "zombie" or "hidden" not in differ)
        both = Pair(twins[0], twins[1], seats)
        if mode == "two-player":
            one, two = hidden_choices(seed)
            two = two if "hidden" in differ else one
            placed = [{"do": "place_hidden", "squares": squares} for squares in (one, two)]
            both.both("zombie", *placed)
        try:
            yield both
        finally:
            for twin in twins:
                twin.app.extensions["tables"].close()

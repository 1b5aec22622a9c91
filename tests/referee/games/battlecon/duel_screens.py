"""Duels for tests of the screens: played by the rules alone, shown as a table would show them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Any

from referee.games.battlecon.match import DuelContext, DuelView
from referee.games.battlecon.pages.screen import DuelScreen, screen
from referee.games.interface import Context
from rules.battlecon.actions import SEATS
from rules.battlecon.formats.actions import action_from_json, action_to_json
from rules.battlecon.game import legal_actions, redact, rule
from rules.battlecon.setting_up import set_up
from rules.effects import effects_known_to, to_json

SECRET = frozenset({"commit_pair", "commit_base", "choose_discards"})
NAMES = {"a": "Anna", "b": "Bert"}


class Duel:
    """A duel in progress, with what a table keeps of it."""

    def __init__(self, **options: Any) -> None:
        self.position = set_up(**options)
        self.rulings: list[Any] = []

    def do(self, **action: Any) -> Duel:
        """Carry out an action that must be legal."""
        ruling = rule(self.position, action_from_json(action))
        assert ruling.after is not None, ruling.reason
        self.position = ruling.after
        self.rulings.append(ruling)
        return self

    def lay(self, a: str, b: str) -> Duel:
        """Lay a pair of each seat face down: "clockwork strike"."""
        for seat, pair in (("a", a), ("b", b)):
            style, base = pair.split()
            self.do(do="commit_pair", seat=seat, style=style, base=base)
        return self

    def go_on(self, until: Collection[str] = ("select", "over"), pick: int = 0) -> Duel:
        """Pass every ante and take one of the options of each choice, until a phase."""
        while self.position.phase not in until:
            pending = self.position.pending[0]
            actions = [a for a in legal_actions(self.position, pending.seat) if a.do != "concede"]
            passes = [a for a in actions if a.do == "pass"]
            self.do(**action_to_json((passes or actions)[0 if passes else pick % len(actions)]))
        return self

    def log(self, seat: str) -> list[dict[str, Any]]:
        """Return the log as a seat may see it."""
        return [
            {"n": n, "effects": [to_json(e) for e in effects_known_to(ruling.effects, seat)], "back": False}
            for n, ruling in enumerate(self.rulings, 1)
        ]

    def context(
        self, seat: str, args: Mapping[str, str] | None = None, taken: str = "ab", here: str = ""
    ) -> DuelContext:
        """Return what the frame gives to the screen of a seat."""
        every = [action_to_json(action) for action in legal_actions(self.position)]
        mine = [a for a in every if a["seat"] == seat]
        public = [a for a in every if a["do"] not in SECRET or a["seat"] not in taken]
        return Context(
            code="ABCDEF",
            base="/t/ABCDEF",
            seat=seat,
            view=DuelView(
                redact(self.position, "table" if seat == "spectator" else seat), "battlecon", "ABCDEF", NAMES
            ),
            actions=public if seat == "table" else mine,
            log=self.log(seat),
            names=NAMES,
            here=frozenset(here),
            taken=frozenset(taken),
            options={},
            version=len(self.rulings),
            stage="1",
            over=self.position.phase == "over",
            args=args or {},
        )

    def screen(self, seat: str, args: Mapping[str, str] | None = None, taken: str = "ab") -> DuelScreen:
        """Return the screen of a seat."""
        return screen(self.context(seat, args, taken))


def duel(a: str = "cadenza", b: str = "kallistar", **options: Any) -> Duel:
    """Return a duel of two fighters, at its first choice."""
    begun = Duel(**options)
    for seat, fighter in zip(SEATS, (a, b), strict=True):
        begun.do(do="choose_fighter", seat=seat, fighter=fighter)
    return begun


def random_duels(seeds: range, longest: int = 30) -> Iterator[Duel]:
    """Yield each moment of duels between players who play at random."""
    for seed in seeds:
        chance = Random(seed)
        one = Duel(profile=chance.choice(("preview", "boxed")))
        while one.position.phase != "over" and one.position.beat < longest:
            seat = chance.choice(one.position.pending).seat
            actions = [a for a in legal_actions(one.position, seat) if a.do != "concede"]
            one.do(**action_to_json(chance.choice(actions)))
            yield one

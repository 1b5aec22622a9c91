"""What *Dawn of the Dead* says to each seat, in every mode, while somebody plays at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.errors import InputError
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.seats import seats_for
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, to_json
from tests import soak
from tests.referee.any_table import steady
from tests.referee.seated import Seated
from tests.referee.sentences.listener import Listener, Seats
from tests.referee.sentences.spoken import Said
from tests.rules.dawn_of_the_dead.chance import ENDINGS, nonsense, scrambled

Json = dict[str, Any]
PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")
REFEREES = {"draw", "values"}
"""What no key on a screen sends of itself."""
OPTIONS: tuple[Json, ...] = (
    {},
    {"mode": "solitaire", "counters": "physical", "practice": True},
    {"mode": "cooperative", "dice": "players"},
    {"counters": "physical", "practice": True, "phases": "automatic"},
    {"mode": "solitaire", "phases": "automatic"},
    {"mode": "cooperative", "players": 3, "counters": "physical"},
)
"""Tables of every mode, with counters on the screen and of cardboard."""


class Evening:
    """A table at which chance plays for everybody, with a listener."""

    def __init__(self, folder: Path, options: Json, seed: int) -> None:
        self.rng = Random(f"{options} {seed}")
        self.options = {"mode": "two-player"} | options
        self.table = Seated(folder, options=options, sources=replace(steady(), seed=lambda: str(seed)))
        self.listener = Listener()
        self.seats = Seats(self.table, self.listener, self.rng)
        self.moments: set[tuple[str, str]] = set()

    def play(self, actions: int) -> None:
        """Play so many actions, or to the end."""
        for _ in range(actions):
            if self.table.position.phase == "over":
                break
            self.step()
        self.seats.look("", at="at the end")

    def afterwards(self) -> None:
        """Look at the report, and at the table after one of its steps."""
        self.seats.look("/report", "/replay/3", "/report/3", at="afterwards")

    def step(self) -> None:
        """Have one seat do something, each kind of action as likely as another, and look at what is new."""
        phase = self.table.position.phase
        can = {seat: self.table.get(seat, "/actions").get_json()["actions"] for seat in self.table.tokens}
        kinds = sorted({action["do"] for actions in can.values() for action in actions})
        lively = [kind for kind in kinds if kind not in ENDINGS]
        kind = self.rng.choice(lively if lively and self.rng.random() < 0.85 else kinds)
        seat = self.rng.choice([s for s, actions in can.items() if any(a["do"] == kind for a in actions)])
        self.do(seat, self.rng.choice([action for action in can[seat] if action["do"] == kind]))
        self.refusals()
        if (phase, kind) not in self.moments:
            self.moments.add((phase, kind))
            self.look(f"{kind} in {phase}")
            self.aside(seat)

    def do(self, seat: str, action: Json) -> None:
        """Do an action, with whatever the referee asks for."""
        for _ in range(8):
            ruling = self.seats.do(seat, action).get("ruling", {})
            if "agree" in (ruling.get("needs") or {}):
                self.agree_to_shoot()
                return
            given = self.given(action, ruling.get("needs") or {})
            if not ruling.get("legal") or not given:
                return
            self.seats.look("/now", at=f"{action['do']} lacks {given}")
            action = action | given
        raise AssertionError(f"The referee goes on asking: {action}")

    def agree_to_shoot(self) -> None:
        """Have the others answer a player who wants to shoot together."""
        self.seats.look("", at="a shot together is asked for")
        answer = self.rng.choice(("agree", "decline"))
        for seat in self.table.tokens:
            self.seats.post(seat, "/shot", answer=answer)
        self.seats.look("", at=f"{answer} to a shot together")

    def given(self, action: Json, needs: Json) -> Json:
        """Return what was asked for: dice, values off the cardboard, a choice of doors or squares."""
        given: Json = {}
        for need, wanted in needs.items():
            if need == "dice":
                dice = [self.rng.randint(1, 6) for _ in range(wanted)]
                one = action["do"] in {"check_berserk", "roll_free_moves", "declare_attack"}
                given |= {"die": dice[0]} if one else {"dice": dice}
            elif need == "panic":
                given["panic"] = action.get("panic", {}) | {n: self.rng.randint(1, 6) for n in wanted}
            elif need == "value":
                given["values"] = action.get("values", {}) | {s: self.rng.randint(1, 5) for s in wanted}
            else:
                given[need] = wanted[0] if need == "square" else wanted[:1]
        return given

    def look(self, at: str) -> None:
        """Look at the table and at one of each of its panels from every seat."""
        position = self.table.position
        there = self.rng.choice([*position.occupied(), *position.zombies, "009"])
        other = self.rng.choice([*position.occupied(), *position.zombies, "022"])
        panels = (
            f"/square/{there}", "/squares", f"/sight?from={there}&to={other}", f"/sight?from={there}",
            "/door/north", "/chances", "/notes", "/counters",
        )  # fmt: skip
        self.seats.look("", "/checklist", *self.rng.sample(panels, 2), at=at)

    def refusals(self) -> None:
        """Ask the rules about anything: what nobody may do has a reason too."""
        position = self.table.position
        for action in self.anything(40):
            self.listener.hear([Said(game.rule(position, action).reason, "reason")], f"{action.do} refused")

    def anything(self, tries: int) -> Iterator[Action]:
        """Yield well-formed actions of any kind, whatever may be done now."""
        position = self.table.position
        for _ in range(tries):
            action = nonsense(position, self.rng)
            with suppress(InputError):
                yield load_action(to_json(action), position.setting.board)

    def aside(self, seat: str) -> None:
        """Take back and do again, tap what may not be done, or ask for an exception."""
        aside = self.rng.randrange(3)
        if aside == 0:
            self.seats.ask_and_answer(seat, "/undo", self.rng.choice(("agree", "decline")))
            self.seats.post(seat, "/redo")
            return
        tapped = (a for a in self.anything(40) if seat in seats_for(self.options, a))
        action = next((a for a in tapped if not to_json(a).keys() & REFEREES), None)
        if action is not None and aside == 1:
            form = {"action": json.dumps(to_json(action)), "version": str(self.table.version)}
            self.listener.answer(self.seats.ask(seat, "/do", **form), f"{seat} taps {action.do}")
        elif action is not None:
            self.seats.ask_and_answer(seat, "/override", "decline", action=to_json(action))


@pytest.mark.parametrize("options", OPTIONS[:3], ids=lambda options: options.get("mode", "two-player"))
def test_an_evening_at_the_mall(tmp_path: Path, options: Json) -> None:
    evening = Evening(tmp_path, options, 1)
    evening.play(12)
    evening.afterwards()
    evening.table.tables.close()
    assert len(evening.moments) >= 5
    evening.listener.check(f"mall-{options.get('mode', 'two-player')}")


@soak.GAMES
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "-".join(map(str, options.values())))
def test_long_evenings_at_the_mall(tmp_path: Path, options: Json, seed: int) -> None:
    evening = Evening(tmp_path, options, seed)
    evening.play(80)
    evening.afterwards()
    evening.table.tables.close()
    evening.listener.check("-".join(["long-mall", *map(str, options.values()), str(seed)]))


@soak.GAMES
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("phase", PHASES)
def test_crowds_at_the_mall(tmp_path: Path, phase: str, seed: int) -> None:
    """People of every status stand close together, with zombies among them: what is rare elsewhere.

    No report could tell how they came there.
    """
    evening = Evening(tmp_path, {}, seed)
    evening.table.set_up()
    with evening.table.opened() as loaded:
        loaded.positions[-1] = scrambled(loaded.position.setting, evening.rng, phase)
        loaded.views.clear()
    evening.play(40)
    evening.table.tables.close()
    evening.listener.check(f"crowd-{phase}-{seed}")

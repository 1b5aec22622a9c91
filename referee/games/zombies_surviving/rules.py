"""ZoMbIeS! at one table: the rules of `rules.zombies_surviving.game` behind the referee's interface."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any, ClassVar

from referee.errors import InputError
from referee.games.interface import Place, Step
from referee.games.interface.rules import FORMAT, Rules
from rules.questions import Question, Seat
from rules.ruling import Part, Ruling
from rules.zombies_surviving import game, goals, items, scores, setting_up, traits
from rules.zombies_surviving.charts import OWNERS, charts_of
from rules.zombies_surviving.items import Gun
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import Figure, Position
from rules.zombies_surviving.survival import economy, melee, rooms

PHASES = {"set_up": "set-up", "game": "game phase", "menace": "menace phase", "survival": "survival phase"}


class ZombiesRules(Rules[Position, object]):
    """The rules of one table."""

    position = Position
    action: ClassVar[object] = reduce(or_, game.ACTIONS)
    system = "zombies-surviving"
    facts_bind = False

    def start(self, drawn: Sequence[int]) -> Position:  # noqa: ARG002 - nothing is shuffled
        return setting_up.start(self.options)

    def judge(self, position: Position, action: object) -> Ruling[Position]:
        return game.judge(position, action)

    def read_position(self, data: object) -> Position:
        """Return a position from JSON. Raises InputError.

        Without seats it has those of its figures. Without tasks it is at the beginning of its phase.
        """
        if isinstance(data, dict):
            data = {"format": FORMAT, **data}
        read = super().read_position(data)
        try:
            charts_of(read)
        except ValueError as wrong:
            raise InputError(f"options.{OWNERS}: {wrong}") from None
        if misfit := next(game.misfits(read), ""):
            raise InputError(misfit)
        if not read.seats:
            seats = tuple(sorted({one.seat for one in read.figures.values() if one.seat}))
            read = replace(read, seats=seats)
        return game.begun(read)

    def read(self, data: object, seat: str | None = None) -> object:
        """Return an action from JSON. Without a seat it is that of its figure: `rule` puts it in.

        Raises InputError; of a file for something else only that is said.
        """
        if wrong := setting_up.wrong_file(data):
            raise InputError(wrong)
        told = seat is not None or not (isinstance(data, dict) and "figure" in data)
        return super().read(data, seat if told else "")

    def rule(self, position: Position, action: Any) -> Ruling[Position]:
        if getattr(action, "seat", None) == "" and getattr(action, "figure", "") in position.figures:
            action = replace(action, seat=position.figures[action.figure].seat)
        ruling = super().rule(position, action)
        open_to_all = type(action) in rooms.JUDGES and not isinstance(action, rooms.PRIVATE)
        if open_to_all and hasattr(action, "seat") and self.question_of(position, action) is None:
            why = self._judged(position, action)  # its own room says more than that it is not open
            return ruling if why.legal or position.phase == "over" else why
        return ruling

    def questions(self, position: Position) -> Sequence[Question[object]]:
        return game.questions(position)

    def roster(self, position: Position) -> Sequence[Seat]:
        return game.seats(position, master=bool(self.options.get("master")))

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return game.winners(position)

    def consent(self, position: Position, action: object) -> Collection[str]:
        return game.consent(position, action)

    def must_agree(self, step: Step[Position], asker: str) -> Collection[str]:
        """Return who must agree to a take-back: nobody where one has told wrong how a group of zombies goes.

        Its dice come up again, and no zombie has wandered or attacked since.
        """
        goes_on = step.after.tasks[:1] and step.after.tasks[0].kind == "zombies"
        if step.action["do"] == "zombies_go" and step.last and step.told == (asker,) and goes_on:
            return ()
        return super().must_agree(step, asker)

    def force(self, position: Position, action: object) -> Ruling[Position]:
        """Return the ruling on what all allow: a roster of an earlier game that is too dear (R-1.1e)."""
        if not isinstance(action, setting_up.UseRoster):
            return super().force(position, action)
        ruling = super().force(setting_up.without_limit(position), action)
        if ruling.after is None:
            return ruling
        return replace(ruling, after=replace(ruling.after, counts=position.counts))

    def places(self, steps: Sequence[Step[Position]]) -> Sequence[Place]:
        """Return the beginning of each phase, the latest first."""
        first = {(step.position.turn, step.position.phase): step.n for step in reversed(steps)}
        return [
            Place(n, f"the start of the {PHASES[phase]} of turn {turn}")
            for (turn, phase), n in first.items()
            if phase in PHASES
        ]

    def view(self, position: Position, seat: str) -> dict[str, Any]:
        """Return what a seat may see, with what all count: progress of the objectives, actions left."""
        progress = [
            {"text": goal.text, "secondary": goal.secondary, "done": n, "needed": of}
            for goal in position.goals
            for n, of in (goals.progress(position, goal),)
        ]
        sheets = {name: _sheet(position, name) for name in goals.living(position)}
        sheets |= {name: _boss(position, name) for name in _played_bosses(position)}
        left = {one: setting_up.points_left(position, one) for one in position.seats}
        more = {"progress": progress, "sheets": sheets, "points_left": left}
        return {**super().view(position, seat), **more}


def _sheet(position: Position, name: str) -> dict[str, Any]:
    """Return what a card says of a figure: its actions, and the numbers that its weapons need."""
    figure = position.figures[name]
    guns = {one.item: items.gun(position, figure, one.item) for one in figure.items}
    return {
        "left": economy.left(position, name),
        "allowed": economy.allowance(position, name),
        "dies_at": traits.dies_at(figure),
        "melee": melee.NEEDED + sum(part.value for part in _own(figure, "melee")),
        "parts": {
            "melee": _told(_own(figure, "melee")),
            **{item: _told(_own(figure, gun.kind)) for item, gun in guns.items() if gun is not None},
        },
        "weapons": {item: _ranges(figure, gun) for item, gun in guns.items() if gun is not None},
        "blows": {item: items.melee_damage(position, item, figure.item(item)) for item in _in_hand(figure)},
    }


def _played_bosses(position: Position) -> tuple[str, ...]:
    return tuple(name for name in position.of_kind("boss") if position.figures[name].seat)


def _boss(position: Position, name: str) -> dict[str, Any]:
    """Return what a card says of a boss that somebody plays (4.2): all that it needs is on the chart."""
    (row,) = (row.value for row in charts_of(position)["4.1"].entries if row.value["kind"] == "boss")
    return {
        "left": economy.left(position, name),
        "allowed": economy.allowance(position, name),
        "dies_at": int(reading(position, "boss_wounds")),
        "move": row["random"],
        "run": row["quick"],
        "melee": row["hits"],
        "damage": row["damage"],
    }


def _own(figure: Figure, kind: str) -> tuple[Part, ...]:
    """Return what a figure itself changes of the number that a kind of attack needs."""
    return (*traits.helps(figure, kind), *scores.harder(figure))


def _told(parts: Sequence[Part]) -> list[dict[str, Any]]:
    return [{"name": part.name, "value": part.value, "case": part.case} for part in parts]


def _in_hand(figure: Figure) -> list[str]:
    """Return what a figure can strike with: bare hands, and each hand weapon that it carries."""
    return [items.BARE_HANDS, *(one.item for one in figure.items if one.item in items.hand_weapons())]


def _ranges(figure: Figure, gun: Gun) -> list[dict[str, Any]]:
    """Return what a snap shot at each range needs, without what depends on the target (6.1)."""
    own = sum(part.value for part in _own(figure, gun.kind))
    damage = gun.damage or (None,) * len(gun.ranges)
    return [
        {"inches": inches, "needed": needed + own, "damage": more}
        for inches, needed, more in zip(gun.ranges, scores.AT_RANGE, damage, strict=True)
    ]

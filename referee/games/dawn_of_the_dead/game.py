"""One table's game of *Dawn of the Dead*: its rules, its seats, its rolls, and what the app knows of it."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead import seats
from referee.games.dawn_of_the_dead.ai import advisers
from referee.games.dawn_of_the_dead.ai.advisers import HumanPractice
from referee.games.dawn_of_the_dead.batches import batch
from referee.games.dawn_of_the_dead.readings import (
    corrects,
    read_otherwise,
    require_readings,
    without_unseen,
)
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from referee.games.dawn_of_the_dead.seats import AUTOMATIC, sheet_id
from referee.games.dawn_of_the_dead.undo import proposed_action, public_action, shows, undo_places
from referee.games.interface import (
    Advice,
    Batch,
    ChanceRequest,
    Corrected,
    Documents,
    Json,
    Place,
    ReadEvent,
    Step,
    chance,
)
from referee.games.interface.rules import Rules
from referee.records.text import canonical, show
from rules.board.board import Board
from rules.data_check import only_known
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import game, view
from rules.dawn_of_the_dead.actions import Action, NextPhase, UseSheet
from rules.dawn_of_the_dead.equipment import counters_check, equipment, map_check
from rules.dawn_of_the_dead.equipment.cardboard import readings, values_refusal
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet, Setting
from rules.dawn_of_the_dead.equipment.units import pool, unknown_mix
from rules.dawn_of_the_dead.position import EMPTY, Position
from rules.dawn_of_the_dead.view import View
from rules.effects import Effect
from rules.questions import REFEREE, TABLE, Question, Seat
from rules.ruling import Missing, Pool, Ruling, count_of


class Pieces:
    """The cardboard units, and those face down."""

    def require_readings(
        self, position: Position, action: Action, ruling: Ruling[Position]
    ) -> Ruling[Position]:
        """Return the ruling, or what it still needs of the cardboard, or why a value cannot be (R-5.4b)."""
        return require_readings(position, action, ruling)

    def readings(self, position: Position, action: Action) -> Sequence[Action]:
        """Return the values read off units face up for an action that is not carried out (R-5.4b)."""
        return tuple(readings(position, action))

    def read_otherwise(
        self, position: Position, action: Action, happened: Iterable[ReadEvent[Action]]
    ) -> Mapping[str, int]:
        """Return the values of an action that were read otherwise, and taken back, by square (R-UNDO)."""
        return read_otherwise(position, action, happened)

    def corrects(self, position: Position, values: Mapping[str, int]) -> Corrected[Position]:
        """Return how the players may correct what they read before to these values (R-5.4b)."""
        return corrects(position, values)

    def beside(self, action: Action) -> bool:
        """Whether an action only changes the counters (R-2.3a)."""
        return isinstance(action, UseSheet)

    def face_down(self, positions: Sequence[Position]) -> Mapping[int, Fraction]:
        """Return the chance of each Zombie Value of a face-down unit, from what everybody saw (2.3, 13.3)."""
        return unknown_mix(positions)


@dataclass(frozen=True, slots=True)
class Batches:
    """Several actions in one tap, on the map of a table."""

    setting: Setting

    def batch(self, data: object) -> Batch:
        """Return several actions of one tap: a walk, the forced reactions, all musts. Raises InputError."""
        return batch(data, self.setting)


class DawnRules(Rules[Position, act.Action]):
    """The rules, bound to one table.

    `sheet_source` is the counter sheet as JSON. With `embed` a record carries the map and the sheet.
    """

    by_questions = False  # a phase takes any action, and one is in progress for all
    secret_needs = frozenset({"draw"})  # it would say that a square is a hidden zombie's
    pieces = Pieces()
    stock_unseen = True  # all units are face down before the first action (3.1)
    no_chances = (
        "The referee works out the odds of winning only where it plays the zombies: "
        "in solitaire, or with three or four together."
    )

    def __init__(
        self,
        options: Json,
        setting: Setting,
        sheet_source: Json,
        embed: bool = False,
        system: str = view.SYSTEM,
    ) -> None:
        super().__init__(options, system)
        self.setting, self.sheet_source, self.embed = setting, sheet_source, embed
        mode = options["mode"]
        self.swapped_seats = seats.swapped(mode)
        self.batches = Batches(setting)
        if mode != seats.TWO_PLAYERS:
            self.adviser = self.odds = advisers
        shown = frozenset(seats.seats(options)) - {"zombie"} if options.get("practice") else frozenset()
        self.practice = HumanPractice(shown)

    def __reduce__(self) -> tuple[type[DawnRules], tuple[object, ...]]:
        """Return what makes the same rules in another process, where no module can be sent."""
        return DawnRules, (self.options, self.setting, self.sheet_source, self.embed, self.system)

    def roster(self, position: Position) -> Sequence[Seat]:  # noqa: ARG002 - nobody comes or goes
        return self._roster

    @cached_property
    def _sheet(self) -> Question[act.Action]:
        return Question("counters", self._seats, accepts=(UseSheet,), optional=True, beside=True)

    @cached_property
    def _seats(self) -> tuple[str, ...]:
        return seats.seats(self.options)

    @cached_property
    def _roster(self) -> tuple[Seat, ...]:
        return seats.roster(self.options)

    @property
    def settings(self) -> Json:
        """Whether phases with nothing left to do end by themselves, and who rolls the dice."""
        return seats.settings(self.options)

    def with_settings(self, wanted: Json) -> DawnRules:
        """Return the rules with other settings. Raises InputError."""
        options = seats.with_settings(self.options, wanted)
        return DawnRules(options, self.setting, self.sheet_source, self.embed)

    def questions(self, position: Position) -> Sequence[Question[act.Action]]:
        """Return what the phase waits for; the counters may be changed at any time.

        Whose an action is, `seats_for` says. The end of a phase with nothing left to do (4.0) is the
        referee's, but at a table that ends its phases by tapping.
        """
        if self.options.get("phases") == AUTOMATIC and game.nothing_left(position):
            return [Question("phase", (REFEREE,), (NextPhase(),))]
        return [self._sheet, Question(position.phase, self._seats, accepts=(act.Action,))]

    def choose(
        self,
        position: Position,
        question: Question[act.Action],
        seed: str,  # noqa: ARG002 - nothing is left to chance
    ) -> Advice[act.Action]:
        """Return the end of the phase, in the name of the zombies."""
        seat = TABLE if position.solitaire else seats.SIDES[1]
        return Advice(question.answers[0], "4.0", "", "", seat=seat)

    def ended_phases(self, effects: Sequence[Effect]) -> str:
        """Return one line on phases that ended by themselves: the empty ones, then what begins now."""
        return game.ended_phases(effects)

    def shown_still(self, before: Position, after: Position) -> Position:
        """Return the position with the Zombie Values that the last action of a player showed (6.0, 7.7)."""
        return replace(after, shown=before.shown, inspected=before.inspected)

    def prepare(self) -> None:
        """Compute every sight line of the board and the distance between any two squares."""
        chance.prepare(act.ACTIONS.values())
        self.setting.sight.complete()
        for square in self.setting.board.squares:
            self.setting.board.distances_from(square)

    def stock(self) -> tuple[int, ...]:
        """Return the fifty Zombie Values, or none for cardboard counters."""
        return self.setting.sheet.units if self.options["counters"] == "digital" else ()

    def start(self, drawn: Sequence[int]) -> Position:
        """Return the position before the hidden squares are chosen (3.0)."""
        return game.set_up(self.setting, self.options["mode"], self.options["counters"], tuple(drawn))

    def read(self, data: object, seat: str | None = None) -> act.Action:  # noqa: ARG002
        """Return an action from JSON. Raises InputError, also for a square that is not on this map."""
        return load_action(data, self.setting.board)

    def read_position(self, data: object) -> Position:
        """Return a position from JSON, on this table's map. Raises InputError."""
        return load_position(data, self.setting)

    def write(self, action: act.Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return act.to_json(action)

    def forbidden_field(self, action: act.Action) -> str | None:
        """Return a sentence on a draw, or on values of digital counters; else None.

        The referee supplies both.
        """
        values = getattr(action, "values", None)
        if values is not None and self.options["counters"] != "physical":
            return f"values: {show(dict(values))} is only for a game with cardboard counters."
        return super().forbidden_field(action)

    def check(self, position: Position, action: act.Action, seat: str) -> Ruling[Position]:
        """Return the ruling for a seat on an action. It never shows that a hidden zombie must be drawn."""
        ruling = (
            seats.withheld_from(position, action, seat)
            or values_refusal(position, action)
            or game.check(position, without_unseen(position, action))
        )
        if not ruling.needs:
            return ruling
        needs = {k: v for k, v in ruling.needs.items() if k not in self.secret_needs}
        return replace(ruling, needs=needs)

    def rule(self, position: Position, action: act.Action) -> Ruling[Position]:
        """Return the ruling on an action that `check` allows or that a record holds.

        Older records hold attacks without a word on the shots before them; these are legal (R-8.1a).
        """
        return game.recorded(position, action)

    def force(self, position: Position, action: act.Action) -> Ruling[Position]:
        """Return the ruling on an action that both sides allow by agreement."""
        return game.force_recorded(position, action)

    def actions(self, position: Position) -> Sequence[act.Action]:
        """Return every legal action, dice left out."""
        return game.legal_actions(position)

    def view(self, position: Position, seat: str) -> View:  # type: ignore[override]
        """Return what a seat may see. A position leaves the rules in no other way."""
        seen = game.redact(position, seats.role(seat))
        if position.setting is self.setting:
            return seen
        return replace(seen, sheet=sheet_id(position.setting.sheet))  # R-2.3a

    def effects(self, ruling: Ruling[Position], seat: str) -> list[Json]:
        """Return the effects of a ruling that a seat may know. Effects leave the rules in no other way."""
        return [] if ruling.after is None else list(self.effects_json(ruling.effects, seat))

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end."""
        return super().effects_json(effects, None if seat is None else seats.role(seat), lasting=lasting)

    def opened(self, position: Position) -> dict[str, Any]:
        """Return a position with every secret opened, for a game that is over."""
        return view.position_to_json(position)

    def seats_for(self, action: act.Action) -> frozenset[str]:
        """Return who may do an action."""
        return seats.seats_for(self.options, action)

    def seat_refusal(self, position: Position, action: act.Action, seat: str) -> str | None:
        """Return why another seat must do this, or None."""
        return seats.seat_refusal(position, action, seat)

    def allowing_refusal(
        self, position: Position, action: act.Action, seat: str, here: frozenset[str]
    ) -> str | None:
        """Return why an exception is not for this seat to ask alone, or None."""
        return seats.allowing_refusal(position, action, seat, here)

    consent_kind = "shot"

    def consent(self, position: Position, action: act.Action) -> frozenset[str]:
        """Return the seats that must shoot together (6.8, R-8.1a); one alone does so by its tap."""
        return self.answerers(position, action)

    def answerers(self, position: Position, action: act.Action) -> frozenset[str]:
        """Return the seats of those who shoot under attack or hold fire (8.1)."""
        return seats.answerers(self.options, position, action)

    def wants(
        self, position: Position, action: act.Action, needs: Mapping[str, Missing]
    ) -> list[ChanceRequest]:
        """Return the dice and draws among the `needs`; a unit is drawn from a pool of the position."""
        if "draw" in needs:
            assert action.draws_from is not None
            held = tuple(v for v in pool(position, action.draws_from) or () if v is not None)
            needs = {**needs, "draw": Pool(held, count_of(needs["draw"]))}
        return super().wants(position, action, needs)

    def must_agree(self, step: Step[Position], asker: str) -> Collection[str]:
        """Return the seats that must agree when a seat takes back a step (R-UNDO).

        Nobody, where it is its own last step, which rolled, drew and showed nothing.
        """
        harmless = not (step.chance or step.opened or shows(step))
        if step.last and step.seat == asker and harmless:
            return ()
        return [seat.id for seat in self.roster(step.position)]

    def places(self, steps: Sequence[Step[Position]]) -> Sequence[Place]:
        """Return the starts of the move, the phase and the Zombie Player-Turn, if anything was done since."""
        return undo_places(steps)

    def turn(self, position: Position) -> int:
        """Return the Game-Turn."""
        return position.turn

    def summary(self, position: Position) -> Json:
        """Return Game-Turn, phase and winner."""
        return {"turn": position.turn, "phase": position.phase, "winner": position.winner}

    def winners(self, position: Position) -> tuple[str, ...] | None:
        """Return the side that has won; none for a draw."""
        if position.phase != "over":
            return None
        return () if position.winner is None else (position.winner,)

    def finished(self, position: Position) -> bool:
        """Whether the game is over."""
        return position.phase == "over"

    def hide_shown(self, position: Position) -> Position:
        """Return the position with briefly shown units face down again."""
        if not position.shown and not position.inspected:
            return position
        return replace(position, shown=EMPTY, inspected=EMPTY)

    def sealed(self, action: act.Action) -> tuple[str, object] | None:
        """Return the five secret squares (3.1)."""
        return ("hidden", sorted(action.squares)) if isinstance(action, act.PlaceHidden) else None

    def public(self, action: Json, seat: str) -> dict[str, Any]:
        """Return an action without drawn or turned-up values (2.3). Only their owner sees secret squares."""
        return public_action(action, seat)

    def proposed(self, action: Json, seat: str) -> dict[str, Any]:
        """Return a proposed action, with the values of a correction (R-5.4b)."""
        return proposed_action(action, seat)

    def declared(self, drawn: Sequence[int] | None) -> Json:
        """Return the mode, the map and the counters; only a table with practice says so."""
        return {
            "mode": self.options["mode"],
            "counters": self.options["counters"],
            "map_source": self.setting.board.source,
            "sheet_source": self.sheet_source,
            "draw": drawn,
            "embed": self.embed,
            "practice": bool(self.options.get("practice")),
        }


class Equipment:
    """The maps and counter sheets, those that come with the game and those that people upload."""

    def check_document(self, kind: str, data: Any) -> str:
        """Return the name of a map or counter sheet. Raises InputError with everything wrong in it."""
        problems = map_check.problems(data) if kind == "map" else counters_check.problems(data)
        if problems:
            raise InputError(problems)
        return str(data["name"])

    def only_known(self, kind: str, document: Json) -> Json:
        """Return a document without mistakes as it is kept: without the members that its format lacks."""
        return only_known(document, map_check.MEMBERS if kind == "map" else counters_check.MEMBERS)

    def bundled(self, kind: str) -> Mapping[str, str]:
        """Return the maps or counter sheets that come with the game."""
        return equipment.maps() if kind == "map" else equipment.counter_sheets()

    def document(self, kind: str, id_: str) -> Json | None:
        """Return a map or counter sheet that comes with the game, or None."""
        if id_ not in self.bundled(kind):
            return None
        return equipment.load_map(id_) if kind == "map" else equipment.load_counters(id_)

    def find(self, kind: str, id_: object, documents: Documents, field: str | None = None) -> Json:
        """Return a map or counter sheet. Raises InputError, which names `field`, for an unknown one."""
        document = None
        if isinstance(id_, str):
            document = self.document(kind, id_) or documents.get(kind, id_)
        if document is None:
            raise InputError(f"{field or kind}: there is no {show(id_)} here.")
        return document


EQUIPMENT = Equipment()


def match_of(options: Json, documents: Documents) -> DawnRules:
    """Return the rules for a table. Raises InputError for a map or sheet that is not available."""
    sheet_source = EQUIPMENT.find("counters", options["sheet"], documents, field="sheet")
    if options["map"] in equipment.maps() and options["sheet"] in equipment.counter_sheets():
        # The usual ones are read once: a table that comes from disk is worth less work than its map.
        return DawnRules(options, equipment.setting(options["map"], options["sheet"]), sheet_source, False)
    map_source = EQUIPMENT.find("map", options["map"], documents)
    return DawnRules(options, _setting(canonical(map_source), canonical(sheet_source)), sheet_source, True)


@lru_cache(maxsize=32)
def _setting(map_text: str, sheet_text: str) -> Setting:
    """Return a map with its counter sheet, built once for all tables that use both."""
    return Setting(Board.from_json(json.loads(map_text)), CounterSheet.from_json(json.loads(sheet_text)))

"""*Dawn of the Dead* at a table: its seats, its kinds of rolls, and what of its actions is secret."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from referee import records
from referee.errors import InputError
from referee.json_text import canonical, show
from referee.schemas.actions import load_action
from referee.systems import seating, wanted, zombie_ai
from referee.systems.adviser import Advice, Adviser
from referee.systems.human_ai import practice_advice
from referee.systems.protocol import ChanceRequest, Documents, JsonObject, Place, Step
from referee.systems.secrecy import proposed_action, public_action
from referee.systems.table_options import AUTOMATIC, table_options
from referee.systems.undo_places import undo_places
from rules.board import Board
from rules.dawn_of_the_dead import actions as act
from rules.dawn_of_the_dead import codec, counters_check, game, library, map_check, phase_ends
from rules.dawn_of_the_dead.cardboard import readings, values_refusal
from rules.dawn_of_the_dead.equipment import CounterSheet, Setting
from rules.dawn_of_the_dead.position import EMPTY, Position
from rules.dawn_of_the_dead.unknown_units import unknown_mix
from rules.ruling import Missing, Ruling


@dataclass(frozen=True)
class DawnMatch:
    """One table's game. `source` holds the map and the sheet as JSON, `embed` whether a record carries them."""

    options: JsonObject
    setting: Setting
    sheet_source: JsonObject
    embed: bool = False
    system: str = codec.SYSTEM
    public_seat: str = seating.TABLE

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, by the mode of play."""
        return seating.seats(self.options)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that must agree."""
        return seating.sides(self.options["mode"])

    @property
    def hosts(self) -> frozenset[str]:
        """The phones that may bring another tablet to the table."""
        return seating.hosts(self.options)

    @property
    def swapped_seats(self) -> Mapping[str, str]:
        """The seats of the two sides, each with the other."""
        return seating.swapped(self.options["mode"])

    @property
    def private_seats(self) -> frozenset[str]:
        """The zombie player's seat, where there is one."""
        return seating.private_seats(self.options["mode"])

    @property
    def adviser(self) -> Adviser | None:
        """The referee as the zombie player, where there is none."""
        return None if self.options["mode"] == seating.TWO_PLAYERS else zombie_ai

    @property
    def practice_seats(self) -> frozenset[str]:
        """The seats of the human side, where the referee may play that too."""
        return frozenset(self.seats) - {"zombie"} if self.options.get("practice") else frozenset()

    def practice(self, positions: Sequence[Position]) -> Advice | None:
        """Return what the practice player would do for the human side."""
        return practice_advice(positions)

    def prepare(self) -> None:
        """Work out every sight line of the board, and how far each square is from each."""
        self.setting.sight.complete()
        for square in self.setting.board.squares:
            self.setting.board.distances_from(square)

    def stock(self) -> tuple[int, ...]:
        """Return the fifty units, or nothing when they are cardboard."""
        return self.setting.sheet.units if self.options["counters"] == "digital" else ()

    def start(self, drawn: Sequence[int]) -> Position:
        """Return the position before the hidden squares are chosen (3.0)."""
        return game.set_up(self.setting, self.options["mode"], self.options["counters"], tuple(drawn))

    def read(self, data: Any) -> act.Action:
        """Read an action; the squares it names must be on this map."""
        return load_action(data, self.setting.board)

    def write(self, action: act.Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return act.to_json(action)

    def without_results(self, action: act.Action) -> act.Action:
        """Return an action without dice, draws and values."""
        gone = {name: None for name in act.CHANCE_FIELDS if getattr(action, name, None) is not None}
        return replace(action, **gone) if gone else action

    def forbidden_field(self, action: act.Action) -> str | None:
        """Say that the referee draws, and that it knows the values of its own counters."""
        draw, values = getattr(action, "draw", None), getattr(action, "values", None)
        if draw is not None:
            return f"draw: {show(list(draw))} is not for a player to give; the referee draws."
        if values is not None and self.options["counters"] != "physical":
            return f"values: {show(dict(values))} is only for a game with cardboard counters."
        return None

    def check(self, position: Position, action: act.Action, seat: str) -> Ruling[Position]:
        """Say to a seat whether an action is legal; that a hidden zombie would have to be drawn stays unsaid."""
        ruling = seating.withheld_from(position, action, seat) or game.check(position, action)
        if not ruling.needs:
            return ruling
        needs = {k: v for k, v in ruling.needs.items() if k != "draw"}
        return replace(ruling, needs=needs)

    def rule(self, position: Position, action: act.Action) -> Ruling[Position]:
        """Rule on an action that `check` allows or that a record holds, and carry it out when it is complete.

        A record of old holds strikes without a word of the shots before them; they stand (R-8.1a).
        """
        return game.recorded(position, action)

    def force(self, position: Position, action: act.Action) -> Ruling[Position]:
        """Carry out an action by agreement."""
        return game.force_recorded(position, action)

    def require_readings(
        self, position: Position, action: act.Action, ruling: Ruling[Position]
    ) -> Ruling[Position]:
        """Refuse values that no unit can show (R-5.4b), and ask for that of a hidden zombie that a step meets (5.4, 9.1)."""
        if misread := values_refusal(position, action):
            return misread
        after = ruling.after
        if after is None or not after.physical or not isinstance(action, act.Step):
            return ruling
        unit = after.zombies.get(action.to)
        if unit is None or unit.value is not None:
            return ruling
        reason = f"A hidden zombie is met in {action.to}; it is put there face up, and its value is read now."
        cases = tuple(dict.fromkeys(("9.1", *ruling.cases)))
        return replace(ruling, cases=cases, reason=reason, needs={"value": (action.to,)}, after=None)

    def readings(self, position: Position, action: act.Action) -> Sequence[act.Action]:
        """Return what was read off units that lie face up for an action that is not carried out (R-5.4b)."""
        return tuple(readings(position, action))

    def actions(self, position: Position) -> Sequence[act.Action]:
        """Return every legal action, dice left out."""
        return game.legal_actions(position)

    def view(self, position: Position, seat: str) -> dict[str, Any]:
        """Return what a seat may see: the one door through which a position leaves."""
        return game.view(position, seating.role(seat))

    def opened(self, position: Position) -> dict[str, Any]:
        """Return a position with every secret opened, for a game that is over."""
        return codec.position_to_json(position)

    def face_down(self, positions: Sequence[Position]) -> Mapping[int, Fraction]:
        """Return the chance of each Zombie Value of a unit face down, by what fell in the open (2.3, 13.3)."""
        return unknown_mix(positions)

    def seats_for(self, action: act.Action) -> frozenset[str]:
        """Return who may do an action."""
        return seating.seats_for(self.options, action)

    def seat_refusal(self, position: Position, action: act.Action, seat: str) -> str | None:
        """Say that another player's character is moved."""
        return seating.seat_refusal(position, action, seat)

    def answerers(self, position: Position, action: act.Action) -> frozenset[str]:
        """Return the seats of those who shoot under attack or hold fire (8.1)."""
        return seating.answerers(self.options, position, action)

    def wants(
        self, position: Position, action: act.Action, needs: Mapping[str, Missing]
    ) -> list[ChanceRequest]:
        """Return the dice and draws that are needed now."""
        return wanted.wants(position, action, needs)

    def given(self, action: act.Action) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
        """Return the dice and draws that an action holds."""
        return wanted.given(action)

    def fill(self, action: act.Action, want: ChanceRequest, results: Sequence[int]) -> act.Action:
        """Return the action with dice or draws put in."""
        return wanted.fill(action, want, results)

    def ending(self, position: Position) -> tuple[str, act.Action] | None:
        """Return the end of a phase that leaves nothing to do or choose (4.0), at a table whose phases end by themselves."""
        if self.options.get("phases") != AUTOMATIC or not phase_ends.nothing_left(position):
            return None
        return (seating.TABLE if position.solitaire else seating.SIDES[1]), act.NextPhase()

    def ended_phases(self, positions: Sequence[Position]) -> str:
        """Return one line on phases that ended by themselves: those without anything in them, and what begins now."""
        return phase_ends.ended_phases(positions)

    def shown_still(self, before: Position, after: Position) -> Position:
        """Return the position with the Zombie Values that the last action of a player showed (6.0, 7.7)."""
        return replace(after, shown=before.shown, inspected=before.inspected)

    def places(self, steps: Sequence[Step]) -> Sequence[Place]:
        """Return the starts of the move, the phase and the zombie Player-Turn, as far as something was done since."""
        return undo_places(steps)

    def turn(self, position: Position) -> int:
        """Return the Game-Turn."""
        return position.turn

    def summary(self, position: Position) -> JsonObject:
        """Return Game-Turn, phase and winner."""
        return {"turn": position.turn, "phase": position.phase, "winner": position.winner}

    def finished(self, position: Position) -> bool:
        """Whether one side has won."""
        return position.phase == "over"

    def hide_shown(self, position: Position) -> Position:
        """Turn face down what everybody, or the zombie player, was shown."""
        if not position.shown and not position.inspected:
            return position
        return replace(position, shown=EMPTY, inspected=EMPTY)

    def sealed(self, action: act.Action) -> tuple[str, Any] | None:
        """Return the five secret squares (3.1)."""
        return ("hidden", sorted(action.squares)) if isinstance(action, act.PlaceHidden) else None

    def public(self, action: JsonObject, seat: str) -> dict[str, Any]:
        """Leave out drawn and turned-up values for all (2.3), and the secret squares for all but their owner."""
        return public_action(action, seat)

    def proposed(self, action: JsonObject, seat: str) -> dict[str, Any]:
        """Return an action that somebody asks for; the values of a correction lie open while it waits (R-5.4b)."""
        return proposed_action(action, seat)

    def header(self, drawn: Sequence[int] | None, seals: Mapping[str, str]) -> dict[str, Any]:
        """Return the first line of the record; it tells of practice only where there is any."""
        made = records.header(
            mode=self.options["mode"],
            counters=self.options["counters"],
            map_source=self.setting.board.source,
            sheet_source=self.sheet_source,
            draw=drawn,
            system=codec.SYSTEM,
            seats={seat: seat for seat in self.seats},
            seals=seals,
            embed=self.embed,
        )
        return {**made, "practice": True} if self.options.get("practice") else made


class DawnOfTheDead:
    """The rule system."""

    id = codec.SYSTEM
    title = "Dawn of the Dead"

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Complete and check the choices for a new table."""
        return table_options(given)

    def match(self, options: JsonObject, documents: Documents) -> DawnMatch:
        """Make the rules ready for a table."""
        map_source = self._find("map", options["map"], documents)
        sheet_source = self._find("counters", options["sheet"], documents, field="sheet")
        setting = _setting(canonical(map_source), canonical(sheet_source))
        embed = options["map"] not in library.maps() or options["sheet"] not in library.counter_sheets()
        return DawnMatch(options, setting, sheet_source, embed)

    def check_document(self, kind: str, data: Any) -> str:
        """Check a map or a counter sheet, and return its name."""
        problems = map_check.problems(data) if kind == "map" else counters_check.problems(data)
        if problems:
            raise InputError(problems)
        return str(data["name"])

    def bundled(self, kind: str) -> Mapping[str, str]:
        """Return the maps or counter sheets that come with the game."""
        return library.maps() if kind == "map" else library.counter_sheets()

    def document(self, kind: str, id_: str) -> JsonObject | None:
        """Return a map or counter sheet that comes with the game."""
        if id_ not in self.bundled(kind):
            return None
        return library.load_map(id_) if kind == "map" else library.load_counters(id_)

    def _find(self, kind: str, id_: Any, documents: Documents, field: str | None = None) -> JsonObject:
        document = None
        if isinstance(id_, str):
            document = self.document(kind, id_) or documents.get(kind, id_)
        if document is None:
            raise InputError(f"{field or kind}: there is no {show(id_)} here.")
        return document


@lru_cache(maxsize=32)
def _setting(map_text: str, sheet_text: str) -> Setting:
    """Build a setting once for all tables that play on the same map with the same counters."""
    return Setting(Board.from_json(json.loads(map_text)), CounterSheet.from_json(json.loads(sheet_text)))

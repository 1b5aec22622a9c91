"""The bodies and queries of API requests. Each game reads the actions inside them."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from referee.config import MAX_CHANCES_GAMES
from referee.games import registry
from referee.games.interface import Json
from referee.records.codec import digest
from referee.records.fields import Choice, Flag, Strict, Text, Whole
from referee.tables.agreement import ANSWERS, CANCEL
from referee.tables.seats.devices import ANSWERS as LETTING_IN

_MAX_VERSION = 10**9


def _action() -> fields.Raw:
    return fields.Raw(
        required=True,
        error_messages={"required": "is missing.", "null": "must not be null."},
        metadata={"type": "object", "description": "an action, as the seat's list of actions gives them"},
    )


def _serial() -> Whole:
    return Whole("the serial of a request", 0, _MAX_VERSION)


def _question() -> Text:
    return Text("the name of a question", longest=200)


def _version() -> Whole:
    return Whole("a version", 0, _MAX_VERSION, required=True)


_LONGEST_SEAT = 20


class DescribedOptions(Strict):
    """The options with a type of their own in the API's description."""

    system = Text("a rule system", longest=60)
    mode = Text("a mode of play", longest=60)
    players = Whole("a number of players", 1, 9)
    map = Text("the id of a map", longest=60)
    counters = Text("digital or physical", longest=60)
    sheet = Text("the id of a counter sheet", longest=60)
    practice = Flag(load_default=False)
    phases = Text("automatic or tap", longest=60)
    dice = Text("referee or players", longest=60)


def option_type(name: str) -> dict[str, Any]:
    """Return what a JSON Schema says of an option of some game, {} where games differ or say nothing.

    A game may have `option_types`, a JSON Schema for each of its options; it checks them itself.
    """
    games = [game for game in registry.games().values() if name in game.option_names]
    told = [dict(game.option_types.get(name, {})) for game in games]
    return told[0] if all(one == told[0] for one in told) else {}


def new_table_schema() -> type[Strict]:
    """Return the schema of the options that the games here take."""
    declared = DescribedOptions._declared_fields  # noqa: SLF001 - marshmallow has no other name
    names = {name for game in registry.games().values() for name in sorted(game.option_names)}
    members: dict[str, Any] = {
        name: fields.Raw(allow_none=True, metadata=option_type(name))
        for name in sorted(names)
        if name not in declared
    }
    doc = "`POST /api/tables`: the game, and the options that it takes. Every field is optional."
    return type("NewTableSchema", (DescribedOptions,), {"__doc__": doc, **members})


NewTableSchema = new_table_schema()


class AskSchema(Strict):
    """`POST .../ask`."""

    action = _action()


class DoSchema(Strict):
    """`POST .../do`: a secret choice of this `stage` counts although others have chosen since `version`.

    `question` names what is answered, as the view's `waits_for` does. With its `serial` the answer counts as
    long as that question stands as it was read, whatever else has changed. For an action in progress the
    `action` may hold just what is told. With `typed` no dice are rolled: this seat types them in. A
    game that asks by questions rolls none where people roll, unless `typed` is false.
    """

    action = _action()
    version = _version()
    stage = Text("a stage, as the view names it", longest=40)
    question = _question()
    serial = Whole("the serial of a question", 0, _MAX_VERSION)
    typed = Flag()


class BatchSchema(Strict):
    """`POST .../batch`: several actions in one call, as the game names them (docs/formats.md).

    With `typed` no dice are rolled for this seat.
    """

    batch = fields.Raw(
        required=True,
        error_messages={"required": "is missing.", "null": "must not be null."},
        metadata={"type": "object", "description": "what to do, by its name under `do`"},
    )
    version = _version()
    typed = Flag(load_default=False)


class AdvanceSchema(Strict):
    """`POST .../advance`: one step, or `all` of the turn (of the `phase`) until a player must choose.

    At a table with practice, `side` chooses who acts; the default is the side that the referee plays.
    """

    version = _version()
    side = Text("a side", longest=_LONGEST_SEAT)
    all = Flag(load_default=False)
    phase = Flag(load_default=False)


class ChancesSchema(Strict):
    """`POST .../chances`: how many games to play on; the server's setting by default."""

    games = Whole("a number of games", 1, MAX_CHANCES_GAMES)


class UndoSchema(Strict):
    """`POST .../undo`: `version` is the table seen before asking, `serial` the request that is answered.

    `cancel` gives up alone what this seat began, while the view's `underway` says that it `may_cancel`; where
    it has begun several, `question` names which.
    """

    answer = Choice((*ANSWERS, CANCEL))
    n = Whole("the number of a line", 1, _MAX_VERSION)
    side = Text("a side", longest=_LONGEST_SEAT)
    version = Whole("a version", 0, _MAX_VERSION)
    serial = _serial()
    question = _question()


class RedoSchema(Strict):
    """`POST .../redo`: `version` is the table seen before the tap."""

    version = Whole("a version", 0, _MAX_VERSION)


class OverrideSchema(Strict):
    """`POST .../override`: a refused action to ask for, or an answer to the request of this `serial`."""

    action = fields.Raw(metadata={"type": "object"})
    version = Whole("a version", 0, _MAX_VERSION)
    answer = Choice(ANSWERS)
    side = Text("a side", longest=_LONGEST_SEAT)
    serial = _serial()


class ConsentSchema(Strict):
    """`POST .../consent`: the answer to a player whose action needs the consent of others."""

    answer = Choice(("agree", "decline", "withdraw"), required=True)
    serial = _serial()


class ShotSchema(ConsentSchema):
    """`POST .../shot`: the answer to a player who wants to shoot together."""


class JoinSchema(Strict):
    """`POST /api/join`."""

    code = Text("a table's code", longest=40, required=True)
    pin = Text("a PIN", longest=40, required=True)
    seat = Text("a seat", longest=_LONGEST_SEAT, required=True)
    name = Text("a name", load_default="")


class RenewSchema(Strict):
    """`POST .../renew`."""

    seat = Text("a seat", longest=20, required=True)


class NameSchema(Strict):
    """`POST .../name`: a player's name, your own unless `seat` names another; an empty name removes it."""

    seat = Text("a seat", longest=20)
    name = Text("a name", required=True)


class SettingsSchema(Strict):
    """`POST .../settings`: what players may change in play."""

    phases = Text("automatic or tap", longest=60)
    dice = Text("referee or players", longest=60)
    seconds_to_choose = Whole("a number of seconds", 0, 3600)


class PartSchema(Strict):
    """`POST .../part`: 32 random bytes for the dice, from a device that knows the `seal` on their seed.

    `commit` is the SHA-256 of those bytes. It is sent first; `part` follows once the promises are fixed.
    """

    seal = digest(required=True)
    part = digest()
    commit = digest()

    @validates_schema
    def _one(self, data: Json, **_options: object) -> None:
        if ("part" in data) == ("commit" in data):
            raise ValidationError("Send either the part or its SHA-256.", "part")


class ArrivalSchema(Strict):
    """`POST .../arrival`: let the waiting device in, or refuse it; `n` says which one is meant."""

    answer = Choice(LETTING_IN, required=True)
    n = Whole("a number", 1, _MAX_VERSION)


class SendAwaySchema(Strict):
    """`POST .../devices`: which device of your seat has to go, by its number in the list."""

    send_away = Whole("a number", 1, _MAX_VERSION, required=True)


class DeleteSchema(Strict):
    """`DELETE /api/tables/<code>`."""

    confirm = Text("the table's code", longest=40, required=True)


class SearchSchema(Strict):
    """The query of `.../search`."""

    q = Text("words or a number", load_default="")


class AtTableSchema(Strict):
    """The query of a chart: the table whose rows it shows, to people at it."""

    table = Text("the code of a table", load_default="")

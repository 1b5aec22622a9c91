"""Forms that complete an action: squares at set-up, dice, and values read off the cardboard."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.errors import InputError
from referee.games.dawn_of_the_dead.drawing import Placing, placing_of, ratings_of
from referee.games.dawn_of_the_dead.labels.actions import SHOWN, label
from referee.games.dawn_of_the_dead.labels.wording import NAMES
from referee.games.toolkit.http import read_action
from referee.records.text import Json
from rules.board.board import Board
from rules.dawn_of_the_dead.actions import ACTIONS, SUMS
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT, HIGHEST_VALUE, Setting
from rules.dawn_of_the_dead.setting_up import MAX_PER_SQUARE, lawful_hidden_squares
from rules.sentences import listed

SINGLE_DIE = frozenset(name for name, kind in ACTIONS.items() if "die" in {f.name for f in fields(kind)})
DIE = tuple(range(1, 7))
AT_ONCE = 2
"""The number of dice whose total one tap enters."""
TOTALS = tuple(range(AT_ONCE * DIE[0], AT_ONCE * DIE[-1] + 1))
BEFORE = "total-before"
"""The field with what some of the dice came to before they were taken back."""
VALUES = tuple(range(1, HIGHEST_VALUE + 1))
_LACKS = {"doors": "the door", "square": "the square"}


@dataclass(frozen=True, slots=True)
class Ask:
    """One number that is asked for, by tapping one of `numbers`."""

    title: str
    field: str
    numbers: tuple[int | str, ...]

    @property
    def unit(self) -> str:
        """Return the square of the unit whose value is asked for; "" for anything else."""
        return self.field.removeprefix("value-") if self.field.startswith("value-") else ""

    @property
    def lacks(self) -> str:
        """Return what the key of the form says is missing; "" where the title says it."""
        if self.unit:
            return f"the value in {self.unit}"
        if self.field.startswith("panic-"):
            return f"{NAMES[self.field.removeprefix('panic-')]}’s panic die"
        return _LACKS.get(self.field, "")


@dataclass(frozen=True, slots=True)
class Shooters:
    """A choice of who shoots: their names, the shot in words, and the address of its form."""

    names: str
    says: str
    url: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the action panel; `name` is its template, the rest what that template shows.

    `kept` are dice kept from a roll that was taken back (R-UNDO), by field, and `stands` says so. `means`:
    which numbers mean what, by which `cases`. `only_reads`: whether a unit read for it is turned face down
    again (6.0, 10.5). `laid`: whether the ruling already says that a unit which a step meets is put down face
    up (9.1). `odds`: what the dice may bring, if wanted. `shooters` are the choices of who shoots, if there
    are any. `totals`, in place of `dice`: the possible totals, where one tap enters the total.
    """

    name: str
    action: str = ""
    says: str = ""
    may_roll: bool = False
    asks: tuple[Ask, ...] = ()
    dice: tuple[Ask, ...] = ()
    totals: tuple[int, ...] = ()
    shooters: tuple[Shooters, ...] = ()
    kept: Mapping[str, int] = field(default_factory=dict)
    stands: tuple[str, ...] = ()
    means: str = ""
    cases: tuple[str, ...] = ()
    only_reads: bool = False
    laid: bool = False
    odds: str = ""
    count: int = 0
    areas: tuple[Json, ...] = ()
    people: tuple[Json, ...] = ()
    squares: tuple[str, ...] = ()
    pieces: Placing | None = None
    sight: Json = field(default_factory=dict)
    listing: Json = field(default_factory=dict)
    places: tuple[Json, ...] = ()


def hiding_form(setting: Setting) -> Form:
    """Return the form on which the zombie player chooses five lawful squares (3.1)."""
    return Form(
        "place_hidden",
        count=HIDDEN_COUNT,
        areas=tuple(_areas(setting.board, lawful_hidden_squares(setting.board))),
    )


def _areas(board: Board, squares: tuple[str, ...]) -> Iterator[Json]:
    """Yield the squares store by store; in Edwin's Sports Center only `one` may be chosen (3.1)."""
    by_area: dict[str, list[str]] = {}
    for square in squares:
        by_area.setdefault(board.squares[square].area.name, []).append(square)
    for name in sorted(by_area):
        one = board.squares[by_area[name][0]].area.id == board.special.get("edwins")
        yield {"name": name, "squares": by_area[name], "one": one}


def placing_form(setting: Setting) -> Form:
    """Return the form on which the human player sets up the characters (3.2)."""
    people = tuple({"id": n, "name": NAMES[n]} for n in CHARACTERS)
    squares = setting.character_squares
    pieces = placing_of(CHARACTERS, squares, setting.board, ratings_of(setting.sheet))
    return Form("place_characters", people=people, squares=squares, pieces=pieces, count=MAX_PER_SQUARE)


def completion_form(
    action: Json,
    needs: Json,
    kept: Json | None = None,
    *,
    reason: str = "",
    cases: Iterable[str] = (),
    dice_only: bool = False,
) -> Form | None:
    """Return the form that asks for what an action still needs, or None when it needs nothing of that.

    Panic is asked for before the shot: a character who panics does not shoot. With `dice_only` it asks for
    nothing unless dice fall or fell, and then for the value of the unit on the same form. Dice that are
    `kept` are shown and sent along. The `reason` of the ruling is shown with its `cases` where it explains
    the numbers of a roll or who has panicked.
    """
    standing = _by_field(kept or {})
    dice = [ask for ask in _dice(needs) if ask.field not in standing][(kept or {}).get("of", 0) :]
    rolled, asks = bool(dice), list[Ask]()
    if rolled or standing or not dice_only:
        asks += [
            Ask(f"What value is on the unit in {s}?", f"value-{s}", VALUES) for s in needs.get("value", ())
        ]
    if not dice_only:
        if "doors" in needs:
            asks.append(Ask("Where does the unit enter?", "doors", tuple(needs["doors"])))
        if "square" in needs:
            asks.append(
                Ask("These are equally close. Where does it appear?", "square", tuple(needs["square"]))
            )
    after_panic = bool(action.get("panic")) and "dice" in needs
    roll = "Now roll for the shot" if after_panic else label(action)
    says = roll if rolled or standing else _said_after_roll(action, needs)
    if not (dice or asks or standing):
        return None
    summed = action["do"] in SUMS and not standing and needs.get("dice") == AT_ONCE and "panic" not in needs
    stands = tuple(_stands(kept or {}))
    told = "panic" in needs or "doors" in needs or after_panic or SHOWN[action["do"]].told_by_ruling
    means = reason if told and (rolled or "doors" in needs) else ""
    return Form(
        "complete", json.dumps(action), says, rolled, tuple(asks), tuple(dice), TOTALS if summed else (),
        kept=standing, stands=stands, means=means, cases=tuple(cases) if means else (),
        only_reads=SHOWN[action["do"]].only_reads,
        laid=action["do"] == "step",
    )  # fmt: skip


def _dice(needs: Json) -> list[Ask]:
    """Return the dice that are rolled next."""
    if "panic" in needs:
        return [Ask(f"Panic check for {NAMES[n]}: one die", f"panic-{n}", DIE) for n in needs["panic"]]
    count = needs.get("dice", 0)
    return [
        Ask("The die" if count == 1 else f"Die {n} of {count}", f"die-{n}", DIE) for n in range(1, count + 1)
    ]


def _by_field(kept: Json) -> dict[str, int]:
    """Return the kept dice by the fields in which a form would send them."""
    panic = {f"panic-{name}": die for name, die in kept.get("panic", {}).items()}
    dice = kept.get("dice") or kept.get("die") or ()
    if "total" in kept:
        panic[BEFORE] = kept["total"]
    return panic | {f"die-{n}": die for n, die in enumerate(dice, 1)}


def _stands(kept: Json) -> Iterator[str]:
    """Say which dice were rolled before and need not be rolled again (R-UNDO)."""
    for name, die in kept.get("panic", {}).items():
        yield f"Panic check for {NAMES[name]}: {die} was rolled before and taken back, so it stands."
    if total := kept.get("total"):
        yield f"A total of {total} was rolled before and taken back, so it stands."
    if dice := kept.get("dice") or kept.get("die"):
        were, stand = ("was", "it stands") if len(dice) == 1 else ("were", "they stand")
        yield f"{listed(map(str, dice))} {were} rolled before and taken back, so {stand}."


def _said_after_roll(action: Json, needs: Json) -> str:
    """Return what the key does when no more dice are needed: the choice that the roll has left."""
    if "square" in needs:
        return "Put it there"
    return "Enter here" if "doors" in needs else label(action)


def posted_action(posted: MultiDict[str, str], text: str | None = None) -> dict[str, Any]:
    """Read the action of a form (or `text`), completed with what was tapped.

    Raises InputError for one that cannot be read.
    """
    action = read_action(text or posted.get("action", ""))
    return {**action, **_given(action, posted)}


def _given(action: Json, posted: MultiDict[str, str]) -> dict[str, Any]:
    given_fields: dict[str, Any] = {}
    if action.get("do") == "place_hidden" and "squares" not in action:
        given_fields["squares"] = posted.getlist("squares")
    if action.get("do") == "place_characters" and "squares" not in action:
        given_fields["squares"] = {n: posted[f"square-{n}"] for n in CHARACTERS if posted.get(f"square-{n}")}
    if posted.get("roll"):
        return given_fields
    if posted.get("doors"):
        given_fields["doors"] = [posted["doors"]]
    if posted.get("square"):
        given_fields["square"] = posted["square"][:3]
    given_fields |= _rolled(action, posted)
    for name, prefix in (("panic", "panic-"), ("values", "value-")):
        given = {k.removeprefix(prefix): _number(k, v) for k, v in posted.items() if k.startswith(prefix)}
        if given:
            given_fields[name] = {**(action.get(name) or {}), **given}
    return given_fields


def _rolled(action: Json, posted: MultiDict[str, str]) -> dict[str, Any]:
    """Return the dice that were typed in, or what they come to."""
    dice = [_number(k, v) for k, v in posted.items(multi=True) if k.startswith("die-")]
    if before := posted.get(BEFORE):
        return {"total": _number(BEFORE, before) + sum(dice)}
    if total := posted.get("total"):
        return {"total": _number("total", total)}
    if not dice:
        return {}
    return {"die": dice[0]} if action.get("do") in SINGLE_DIE else {"dice": dice}


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise InputError(f"{name[:20]}: {text[:20]!r} is not a number on a die or a unit.")
    return int(text)

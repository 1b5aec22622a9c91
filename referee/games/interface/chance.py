"""Dice, draws and facts: what an action lacks and holds of them, by what its fields declare.

The functions are for any class of actions whose fields declare themselves (`rules.fields`). A class without
such fields lacks nothing and holds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, Self, TypeGuard, cast

from referee.games.interface.basics import ActionT, PositionT
from referee.records.text import show
from rules.dice import dice_fault, number_of, total_fault
from rules.fields import Declared, declared_fields, is_text, is_yes_no, kind_of_field
from rules.ruling import Ask, Missing, Options, Pool, Ruling, count_of, refuse
from rules.sentences import either, listed

_ROUNDS = 50
"""More rounds of needs than any action has."""
_MOST_NAMED = 8
"""The most options that a sentence names."""


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """A request for `count` results of one kind, for the field `field` of an action.

    R-UNDO brings back rolls of the same `kind`. `pool` holds what may be drawn, without putting back;
    without one, dice with `sides` faces are rolled. `names` says for whom each result is, where the field is
    a mapping. `total` is the field for the total of the dice, which may be given in place of them; "" where
    there is none.
    """

    kind: str
    field: str
    count: int
    names: tuple[str, ...] = ()
    pool: tuple[int, ...] | None = None
    sides: int = 6
    total: str = ""


class DiceTotal(int):
    """The total of a `count` of dice whose faces are not known."""

    count: int

    def __new__(cls, total: int, count: int) -> Self:
        """Return the total of this many dice."""
        made = super().__new__(cls, total)
        made.count = count
        return made


def dice_in(results: Iterable[int]) -> int:
    """Return how many dice some results come from."""
    return sum(r.count if isinstance(r, DiceTotal) else 1 for r in results)


def results_by_kind(given: Iterable[tuple[ChanceRequest, tuple[int, ...]]]) -> dict[str, tuple[int, ...]]:
    """Return all results of each kind, in order."""
    by_kind: dict[str, tuple[int, ...]] = {}
    for want, results in given:
        by_kind[want.kind] = by_kind.get(want.kind, ()) + results
    return by_kind


@dataclass(frozen=True, slots=True)
class _Field:
    """A declared field; `total` is the one that holds the total of its dice, or ""."""

    name: str
    declared: Declared
    shape: Literal["one", "several", "each"]
    total: str

    def request(self, count: int, names: tuple[str, ...] = (), pool: Pool | None = None) -> ChanceRequest:
        """Return the request for this many results."""
        values = None if pool is None else pool.values
        return ChanceRequest(
            self.declared.text, self.name, count, names, values, self.declared.sides, self.total
        )


@cache
def _fields(kind: Any) -> Mapping[str, _Field]:
    """Return the declared fields by the names that the needs of a ruling have for them."""
    declared = declared_fields(kind)
    totals = {one.total_of: name for name, one in declared.items() if one.total_of}
    return {
        one.need or name: _Field(name, one, kind_of_field(kind, name), totals.get(name, ""))
        for name, one in declared.items()
        if not one.total_of
    }


@cache
def _chance(kind: Any) -> Mapping[str, _Field]:
    """Return the fields for dice and draws, by their own names."""
    return {one.name: one for one in _fields(kind).values() if one.declared.how in {"rolled", "drawn"}}


@cache
def _names(kind: Any, *, picked: bool, facts: bool) -> Sequence[str]:
    hows = {"rolled", "drawn", *["picked"] * picked, *["asked"] * facts}
    return tuple(name for name, one in declared_fields(kind).items() if one.how in hows)


def prepare(kinds: Iterable[type]) -> None:
    """Read what classes of actions declare, for which the first action of each would otherwise wait."""
    for kind in kinds:
        _fields(kind)


def fields_for(kind: Any, need: str) -> tuple[str, ...]:
    """Return the fields of an action that a need may be given in: the dice, or their total."""
    one = _fields(kind).get(need)
    return () if one is None else (one.name, one.total) if one.total else (one.name,)


def wanted(action: ActionT, needs: Mapping[str, Missing]) -> list[ChanceRequest]:
    """Return the dice and draws among the `needs`, without those that the action holds already."""
    kind: Any = type(action)
    known, requests = _fields(kind), list[ChanceRequest]()
    for name, need in needs.items():
        one = known.get(name)
        if one is None or one.declared.how not in {"rolled", "drawn"}:
            continue
        has = getattr(action, one.name)
        pool = need if isinstance(need, Pool) else None
        if wrong := _misasked(one, need):
            raise TypeError(f"{kind.__name__}.{one.name}: {wrong}")
        if one.shape == "each":
            assert isinstance(need, tuple)
            names = tuple(who for who in need if who not in (has or {}))
            requests.append(one.request(len(names), names, pool))
        else:
            before = len(has or ()) if one.shape == "several" else 0
            requests.append(one.request(count_of(need) - before, (), pool))
    return requests


def _misasked(one: _Field, need: Missing) -> str:
    """Return what is wrong with a need for a field, which the rules of a game would have to mend; or ""."""
    if one.declared.how == "drawn" and not isinstance(need, Pool):
        return "what is drawn comes from the Pool in its need."
    if one.declared.how == "rolled":
        names = one.shape == "each"
        if not isinstance(need, tuple if names else int) or isinstance(need, bool):
            return f"dice need {'the names that they are rolled for' if names else 'their number'}."
    return ""


def _misput(kind: Any, one: _Field, need: Missing) -> str:
    """Return what is wrong with a need for what people say, which the rules of a game have to mend; or ""."""
    how, of = one.declared.how, type(need).__name__
    if how == "picked" and not isinstance(need, (Options, tuple)):
        return f"a choice needs Options((...)), not {of}."
    if how == "asked":
        if not isinstance(need, (int, tuple, Options, Ask)):
            return f"what is asked needs 1, an Ask or Options((...)), not {of}."
        if not isinstance(need, Options) and is_text(kind, one.name):
            return f"who or what is asked for needs Options((...)), not {of}."
    return ""


def held(action: ActionT) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
    """Return the dice and draws that an action holds."""
    found: list[tuple[ChanceRequest, tuple[int, ...]]] = []
    kind: Any = type(action)
    for one in _chance(kind).values():
        told, value = one.declared, getattr(action, one.name)
        if value is not None and (results := _results(value)):
            names = tuple(value) if one.shape == "each" else ()
            pool = () if told.how == "drawn" else None
            found.append((ChanceRequest(told.text, one.name, len(results), names, pool, told.sides), results))
        total = getattr(action, one.total) if one.total else None
        if total is not None:
            found.append(
                (ChanceRequest(told.text, one.total, 1, sides=told.sides, total=one.total), (total,))
            )
    return found


def _results(values: Any) -> tuple[int, ...]:
    """Return the results in a field: of one die, of several, or of one for each name."""
    if values is None:
        return ()
    if isinstance(values, Mapping):
        return tuple(values.values())
    return tuple(values) if isinstance(values, tuple) else (values,)


def filled(action: ActionT, request: ChanceRequest, results: Sequence[int]) -> ActionT:
    """Return an action with dice or draws put in: after those that it holds, or in place of its one die."""
    kind: Any = type(action)
    one = _chance(kind)[request.field]
    if one.total and any(isinstance(result, DiceTotal) for result in results):
        return _with(action, {one.total: sum(results)})
    before = getattr(action, one.name)
    match one.shape:
        case "one":
            return _with(action, {one.name: results[0]})
        case "several":
            return _with(action, {one.name: (*(before or ()), *results)})
        case "each":
            return _with(
                action, {one.name: {**(before or {}), **dict(zip(request.names, results, strict=True))}}
            )


def bare(action: ActionT, *, picked: bool = False, facts: bool = True) -> ActionT:
    """Return an action without dice, draws and `facts`; with `picked`, also without declared choices."""
    kind: Any = type(action)
    if not (names := _names(kind, picked=picked, facts=facts)):
        return action
    full = [name for name in names if getattr(action, name) is not None]
    return _with(action, dict.fromkeys(full)) if full else action


def dice_of_total(action: ActionT, judge: Callable[[ActionT], Mapping[str, Missing]]) -> int:
    """Return how many dice the total of an action stands for; 0 where it gives none.

    `judge` returns what an action needs; without its total it needs these dice.
    """
    kind: Any = type(action)
    for name, one in _fields(kind).items():
        if one.total and getattr(action, one.total) is not None:
            need = judge(_with(action, {one.total: None})).get(name)
            return 0 if need is None else count_of(need)
    return 0


def forbidden(action: ActionT) -> str | None:
    """Return a sentence on a value that no player may give, or None: the referee draws."""
    kind: Any = type(action)
    for one in _chance(kind).values():
        drawn = getattr(action, one.name)
        if one.declared.how == "drawn" and drawn is not None:
            return (
                f"{one.name}: {show(list(_results(drawn)))} is not for a player to give; the referee draws."
            )
    return None


def _with(action: ActionT, values: Mapping[str, Any]) -> ActionT:
    made: ActionT = replace(cast("Any", action), **values)
    return made


def choices(action: ActionT, needs: Mapping[str, Missing]) -> Sequence[ActionT]:
    """Return an action once for each value of a choice that it leaves open; else the action alone.

    A need of names is one of them. A choice for each of several names has too many values to list.
    """
    kind: Any = type(action)
    for name, one in _fields(kind).items():
        need = needs.get(name)
        options = need.values if isinstance(need, Options) and not need.each else need
        if one.declared.how == "picked" and isinstance(options, tuple):
            alone = one.shape == "several" and not isinstance(need, Options)
            return [_with(action, {one.name: (value,) if alone else value}) for value in options]
    return (action,)


def worded(kind: Any, needs: Mapping[str, Missing]) -> Mapping[str, Missing]:
    """Return needs with the words and the limits that the fields of an action declare for them."""
    known = _fields(kind)
    return {name: _worded(kind, known[name], need) if name in known else need for name, need in needs.items()}


def _worded(kind: Any, one: _Field, need: Missing) -> Missing:
    if isinstance(need, Options):
        return need if need.text else replace(need, text=one.declared.text)
    return _ask(kind, one, need) if one.declared.how == "asked" else need


def _ask(kind: Any, one: _Field, need: Missing) -> Ask:
    """Return the question for a fact: what the need gives of it, and else what the field declares."""
    said = need if isinstance(need, Ask) else Ask(each=need if isinstance(need, tuple) else ())
    told, text = one.declared, said.text or one.declared.text
    if said.kind == "yes_no" or (said.kind is None and is_yes_no(kind, one.name)):
        return Ask(text, "yes_no", each=said.each)
    return Ask(
        text,
        "number",
        told.unit if said.unit is None else said.unit,
        told.least if said.least is None else said.least,
        told.most if said.most is None else said.most,
        told.limits if said.limits is None else said.limits,
        told.halves if said.halves is None else said.halves,
        said.each,
    )


def judged(
    judge: Callable[[ActionT], Ruling[PositionT]], action: ActionT, start: ActionT
) -> Ruling[PositionT]:
    """Return the ruling on an action whose values are put in as `judge` asks for them; else a refusal.

    `start` is the action with the values that it has before anything is asked. Where `judge` asks for more
    dice once it has seen the first, it sees the first alone before. Where a fact or a die is needed for each
    of several names, `judge` sees them once all are there; until then the others are needed.
    """
    return _in_turn(judge, action, start)[0]


def early(judge: Callable[[ActionT], Ruling[PositionT]], action: ActionT, start: ActionT) -> str:
    """Return a field that has a value although dice come first and nothing has asked for it yet; or ""."""
    return _in_turn(judge, action, start)[1]


def _in_turn(
    judge: Callable[[ActionT], Ruling[PositionT]], action: ActionT, start: ActionT
) -> tuple[Ruling[PositionT], str]:
    """Return the ruling on an action whose values are put in one by one, and the first that is early."""
    kind: Any = type(action)
    values = {name: value for name in declared_fields(kind) if (value := getattr(action, name)) is not None}
    given = {name: value for name, value in values.items() if getattr(start, name) != value}
    now, asked = start, dict[str, Missing]()
    for _ in range(_ROUNDS):
        ruling = judge(now)
        fitting = _Fitting(kind, now, given)
        if wrong := fitting.take(ruling.needs):
            return refuse(ruling.cases, wrong, firm=True), ""
        asked |= {field: need for name, need in ruling.needs.items() for field in fields_for(kind, name)}
        if fitting.found:
            now = _with(now, fitting.found)
            continue
        if fitting.left:
            ruling = replace(ruling, needs={**ruling.needs, **fitting.left})
        stray = next((f for f in given if getattr(now, f) != given[f] and f not in fitting.begun), None)
        if stray is None or not ruling.legal or wanted(now, ruling.needs):  # else dice come first
            return ruling, stray or ""
        wrong = _misfit_of(kind, stray, asked[stray], given[stray]) if stray in asked else ""
        return refuse(ruling.cases, wrong or not_asked(stray), firm=True), ""
    raise AssertionError("an action asks without end")


def not_asked(field: str) -> str:
    """Return the sentence on a value that nothing has asked for."""
    return f"{field} is not asked for here."


@dataclass(slots=True)
class _Fitting:
    """The given values of an action that its needs ask for `now`.

    `found` are those that can be put in, by field. Of a value for each of several names some may be there:
    these fields are `begun`, and `left` has what they still need.
    """

    kind: Any
    now: object
    given: Mapping[str, object]
    found: dict[str, object] = field(default_factory=dict)
    begun: set[str] = field(default_factory=set)
    left: dict[str, Missing] = field(default_factory=dict)

    def take(self, needs: Mapping[str, Missing]) -> str:
        """Take the values that are needed, and return what is wrong with one, or ""."""
        for name, need in needs.items():
            if name not in _fields(self.kind):
                raise TypeError(f"{self.kind.__name__}: its ruling needs {name}, and no field declares that.")
            if wrong := _misput(self.kind, _fields(self.kind)[name], need):
                raise TypeError(f"{self.kind.__name__}.{_fields(self.kind)[name].name}: {wrong}")
            given = [one for one in fields_for(self.kind, name) if one in self.given]
            if len(given) > 1:
                return "Give the dice or their total, not both."
            if given and (wrong := self._take(name, given[0], need)):
                return wrong
        return ""

    def _take(self, need_name: str, name: str, need: Missing) -> str:
        before, value, names = getattr(self.now, name), self.given[name], _names_in(need)
        part = _first(self.kind, name, need, value)
        if isinstance(part, Mapping) and isinstance(value, Mapping) and names:
            known = before if isinstance(before, Mapping) else {}
            strangers = set(value) - set(names) - set(known)
            together = declared_fields(self.kind)[name].how not in {"asked", "rolled"}
            if not strangers and not together and len(part) < len(names):
                self.begun.add(name)
                self.left[need_name] = _for_names(need, tuple(one for one in names if one not in part))
                return _misfit_of(self.kind, name, _for_names(need, tuple(part)), part) if part else ""
            if {**known, **part} == known:
                return ""
            self.found[name] = {**known, **part}
        elif part != before:  # else all of it is there, and more is needed
            self.found[name] = part
        return _misfit_of(self.kind, name, need, part) if name in self.found else ""


def _names_in(need: Missing) -> tuple[str, ...]:
    return need if isinstance(need, tuple) else () if isinstance(need, (int, Pool)) else need.each


def _for_names(need: Missing, names: tuple[str, ...]) -> Missing:
    """Return a need for each of several names, for these alone."""
    return replace(need, each=names) if isinstance(need, (Ask, Options)) else names


def _first(kind: Any, field: str, need: Missing, values: object) -> object:
    """Return those values of a field that a need is for: the first dice or draws, or those of its names."""
    names = _names_in(need)
    if isinstance(values, Mapping) and names:
        return {name: values[name] for name in names if name in values}
    if isinstance(values, tuple) and declared_fields(kind)[field].how in {"rolled", "drawn"}:
        return values[: count_of(need)]
    return values


def _misfit_of(kind: Any, field: str, need: Missing, value: object) -> str:
    """Return what `misfit` says, with the name of a field that a person fills in."""
    wrong = misfit(kind, field, need, value)
    by_people = declared_fields(kind)[field].how in {"asked", "picked"}
    return f"{field}: {wrong}" if wrong and by_people else wrong


def misfit(kind: Any, field: str, need: Missing, value: object) -> str:
    """Return a sentence on a value that does not fit the need that asked for it; "" for one that fits."""
    declared = declared_fields(kind)[field]
    if isinstance(need, Options):
        return _each_misfit(need.each, value, lambda one: _other(need.values, one))
    if declared.total_of:
        sides = declared_fields(kind)[declared.total_of].sides
        return (total_fault(value, count_of(need), sides) or "") if _whole(value) else _no_number(value)
    match declared.how:
        case "asked":
            (asked,) = (one for one in _fields(kind).values() if one.name == field)
            ask = _ask(kind, asked, need)
            return _each_misfit(ask.each, value, lambda one: _misread(ask, one))
        case "rolled":
            return _wrong_dice(need, declared.sides, value)
        case "drawn":
            return _wrong_draw(need, value)
        case "picked":
            return _other(need, value) if isinstance(need, tuple) else ""


def _each_misfit(names: tuple[str, ...], value: object, wrong: Callable[[object], str]) -> str:
    """Return what is wrong with a value, or with one of those for these names."""
    if not names:
        return wrong(value)
    if not isinstance(value, Mapping) or set(value) != set(names):
        return f"A value is needed for {listed(names)}, and for nothing else."
    return next((said for name in names if (said := wrong(value[name]))), "")


def _other(options: Sequence[object], value: object) -> str:
    """Return a sentence on a value that is none of the options; 1 is not true."""
    if any(value == one and isinstance(value, bool) == isinstance(one, bool) for one in options):
        return ""
    if len(options) > _MOST_NAMED:
        return f"{_said(value)} cannot be chosen here."
    return f"{_said(value)} is not {either(map(_said, options))}."


def _said(value: object) -> str:
    """Return a value for a sentence."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else show(value)


def _misread(ask: Ask, value: object) -> str:
    """Return a sentence on a fact that cannot be."""
    if ask.kind == "yes_no":
        return "" if isinstance(value, bool) else f"{show(value)} is not yes or no."
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return f"{show(value)} is not a number."
    if (2 * value if ask.halves else value) % 1 != 0:
        return f"{show(value)} is not a whole number{' or a half' if ask.halves else ''}."
    assert ask.least is not None
    assert ask.most is not None
    within = ask.least <= value <= ask.most
    return "" if within else f"{show(value)} is not from {ask.least} to {ask.most}.".replace("-", "−")


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _no_number(value: object) -> str:
    return f"{show(value)} is not a whole number."


def _wrong_dice(need: Missing, sides: int, value: object) -> str:
    if isinstance(need, tuple) and not (isinstance(value, Mapping) and set(value) == set(need)):
        return f"A die is needed for {listed(need)}, and for nobody else."
    dice = _results(value)
    wrong = next((_no_number(one) for one in dice if not _whole(one)), None)
    return wrong or dice_fault(dice, count_of(need), sides) or ""


def _wrong_draw(need: Missing, value: object) -> str:
    values = _results(value)
    if len(values) != count_of(need):
        return f"{number_of(count_of(need), 'draw', 'draws').capitalize()} needed here, not {len(values)}."
    left = [*need.values] if isinstance(need, Pool) else [*values]
    for one in values:
        if not _whole(one) or one not in left:
            return f"{show(one)} is not among those to draw from."
        left.remove(one)
    return ""

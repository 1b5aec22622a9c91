"""Spotting and observing tokens and buildings (5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.fields import Inches, action, asked, drawn, picked, rolled
from rules.ruling import Ask, Options, Part, Pool, Ruling, Score, allow, done, refuse
from rules.zombies_surviving import items, scores
from rules.zombies_surviving.charts import charts_of
from rules.zombies_surviving.menace.game_phase import cards, whole_deck
from rules.zombies_surviving.menace.zombies import incident_tokens
from rules.zombies_surviving.position import Position, State, Task, known, remember
from rules.zombies_surviving.survival.economy import called, refusal, spend
from rules.zombies_surviving.survival.rolls import happens, use_sense
from rules.zombies_surviving.traits import hampered, total

BY_DAY, BY_NIGHT = 4, 2
UNAIDED, AIDED = 2, 3
MOST = 72
"""The most inches that a look is asked about."""
ONES, PSYCHIC = 2, "psychic"
TURN_UP = "turn_up"
"""The kind of the task to find out what a token is (3.5)."""


@action
class _Look:
    """What any look asks for, in this order."""

    seat: str
    figure: str
    target: str | None = picked("What is it that you look at?")
    in_cover: bool | None = asked("Is the token in cover?")
    spot: tuple[int, ...] | None = rolled("spot")
    inches: Inches | None = asked("How far is it?", most=MOST, halves=True, unit="inch")
    sensible: bool | None = picked("Use good sense for +1?")
    state: tuple[int, ...] | None = rolled("state of a building")


@action
class Spot(_Look):
    """Try to name a token or a building (5.6)."""


@action
class Observe(_Look):
    """Look for longer at a token or a building (5.6); `on`: go on after a SPOT in vain, with its dice."""

    on: bool = False


@action
class NameToken:
    """Know what a token is, as a psychic may once in a game (5.6)."""

    seat: str
    figure: str
    target: str | None = picked("Which token?")


@action
class Foresee:
    """Look at the next random event, as a psychic may once in a game (5.6). Nobody else sees it."""

    seat: str
    figure: str
    event: tuple[int, ...] | None = rolled("next event", secret="next_event")
    card: int | None = drawn("next event card", secret="next_event")


ACTIONS: tuple[type, ...] = (Spot, Observe, NameToken, Foresee)


def unknown_buildings(position: Position) -> tuple[str, ...]:
    """Return the buildings whose state nobody knows (9.0)."""
    return tuple(name for name, one in position.buildings.items() if one.state == "unknown")


def sight_score(position: Position, name: str, *, observing: bool, token: bool, in_cover: bool) -> Score:
    """Return the dice to spot or observe, and what is added to them (5.6)."""
    figure, night = position.figures[name], position.night
    dice = (BY_NIGHT if night else BY_DAY) + total(figure, "spot_dice")
    dice -= (token and in_cover) + happens(position, "rain") + (figure.kind == "boss" and not night)
    if night:
        kinds = ("night_spot_dice", *(("night_observe_dice",) if observing else ()))
        dice += sum(items.effect(one, kind) for one in _working(position, name) for kind in kinds)
    parts = (
        *(Part(why, -value, case, "roll") for why, value, case in hampered(figure)),
        Part(
            "gas mask",
            items.effect("gas_mask", "spot") * figure.carries("gas_mask"),
            "11.5",
            "roll",
        ),
    )
    return Score(f"{max(0, dice)}d6", tuple(part for part in parts if part.value))


def _working(position: Position, name: str) -> list[str]:
    """Return the things of a figure whose batteries are not empty."""
    return [one.item for one in position.figures[name].items if not one.jammed]


def times(position: Position, name: str) -> int:
    """Return how often the dice of an OBSERVE count: twice, or three times with glasses (5.6)."""
    fitted = [part for one in position.figures[name].items for part in one.fitted]
    having = [*_working(position, name), *fitted]
    return AIDED if any(items.effect(one, "observe_times") for one in having) else UNAIDED


def judge_sight(position: Position, act: Spot | Observe) -> Ruling[Position]:
    """Rule on spotting and observing (5.6)."""
    observing, on = isinstance(act, Observe), isinstance(act, Observe) and act.on
    kind, cost = ("observe" if observing else "spot"), (1 if on or not observing else 2)
    if no := refusal(position, act.seat, act.figure, kind, cost):
        return no
    target = _looked_at(position, act, on=on)
    if isinstance(target, Ruling):
        return target
    token = target in position.tokens
    measured = known(position, "inches", act.figure, target)
    inches = act.inches if act.inches is not None else measured
    if token and act.in_cover is None and not on:
        return allow(("5.6",), "A die less for a token in cover.", {"in_cover": 1})
    return _look(position, replace(act, target=target), inches, token=token, on=on)


def _looked_at(position: Position, act: Spot | Observe, *, on: bool) -> str | Ruling[Position]:
    """Return what is looked at, or what may be, or why there is nothing."""
    if on:
        spotted = _spotted(position, act.figure)
        reason = f"{called(position, act.figure)} has not spotted in vain just now: nothing to go on with."
        return spotted[0] if spotted else refuse(("5.6",), reason, firm=True)
    seen = (*incident_tokens(position), *unknown_buildings(position))
    if not seen:
        return refuse(("5.6",), "No token and no unknown building is on the table.", firm=True)
    return act.target or allow(("5.6",), "One that is in sight.", {"target": Options(seen)})


def _spotted(position: Position, name: str) -> tuple[str, int] | None:
    """Return what a figure has just spotted in vain, and the total of the dice; or None."""
    figure = position.figures[name]
    if not figure.acts or figure.acts[-1] != "spot":
        return None
    for status in figure.statuses:
        if status.name.startswith("spotted ") and status.until == position.turn:
            _, target, dice = status.name.split()
            return target, int(dice)
    return None


def _look(
    position: Position, act: Spot | Observe, inches: float | None, *, token: bool, on: bool
) -> Ruling[Position]:
    name, target, observing = act.figure, str(act.target), isinstance(act, Observe)
    factor = times(position, name) if observing else 1
    score = sight_score(position, name, observing=observing, token=token, in_cover=bool(act.in_cover))
    wanted = int(score.dice.removesuffix("d6"))
    spotted = _spotted(position, name) if on else None
    if spotted is None and len(act.spot or ()) < wanted:
        said = f" {factor} times" if observing else ""
        far = "The distance" if inches is None else f"{inches:g}"
        return allow(("5.6",), f"{far} or more{said}.", {"spot": wanted}, score)
    dice = act.spot or ()
    plain = spotted[1] if spotted else max(0, sum(dice) + sum(part.value for part in score.parts))
    value, sense = plain * factor, scores.may_use_sense(position.figures[name], act.sensible)
    if inches is None:
        need = {"inches": _distance(position, act, plain, sense=sense is not False)}
        return allow(("5.6",), f"This is enough up to {value} inches.", need, replace(score, rolled=dice))
    position = remember(position, "inches", name, target, inches)
    helps = value < inches <= factor * (plain + 1)
    score = replace(score, rolled=dice, success=value >= inches)
    if helps and sense is None:
        return allow(("10.1",), "1 more is enough.", {"sensible": Options((True, False))}, score)
    if used := bool(helps and sense):
        value, parts = factor * (plain + 1), (*score.parts, Part("good sense", 1, "10.1", "roll"))
        score = replace(score, parts=parts, success=True)
    if value >= inches and not token and not act.state:
        return allow(("9.0",), "Seen: now a die for its state.", {"state": 1}, score)
    cost = 1 if on or not observing else 2
    after = spend(use_sense(position, name, used), name, "observe" if observing else "spot", cost)
    after = _batteries(after, name, dice, observing=observing)
    what = target.replace("_", " ")
    so = f"{called(position, name)} sees to {value} inches; {what} is {'no ' * (value >= inches)}farther"
    if value < inches:
        kept = after.figures[name]
        for status in kept.statuses:
            kept = kept.without_status(status.name) if status.name.startswith("spotted ") else kept
        after = after.put(name, kept.with_status(f"spotted {target} {plain}", position.turn))
        return done(after, ("5.6",), f"{so}: not made out.", score=score)
    if token:
        return done(after.push(Task(TURN_UP, target)), ("5.6", "3.5"), f"{so}: now it is known.", score=score)
    after, state = identify(after, target, (act.state or (1,))[0])
    return done(after, ("5.6", "9.0"), f"{so}: it is {state}.", score=score)


def _distance(position: Position, act: Spot | Observe, total: int, *, sense: bool) -> Ask:
    """Return the question how far it is, by what the dice reach: with good sense, and by going on too."""
    aided = times(position, act.figure)
    totals = (total, total + 1) if sense else (total,)
    reached = {
        one * factor for one in totals for factor in ((aided,) if isinstance(act, Observe) else (1, aided))
    }
    limits = tuple(sorted(one for one in reached if 0 < one < MOST))
    text = f"How far is it from {called(position, act.figure)} to {str(act.target).replace('_', ' ')}?"
    return Ask(text, limits=limits)


def _batteries(position: Position, name: str, dice: tuple[int, ...], *, observing: bool) -> Position:
    """Return the position after night vision goggles have perhaps run out: at two 1s (11.5)."""
    goggles = position.figures[name].item("night_vision")
    if goggles is None or not observing or not position.night or dice.count(1) < ONES:
        return position
    return position.put(name, position.figures[name].with_item(replace(goggles, jammed=True)))


def identify(position: Position, name: str, die: int) -> tuple[Position, State]:
    """Return the position in which a building has its state, and the state (9.0)."""
    state: State = charts_of(position)["7.1"].row(die).value
    building = replace(position.buildings[name], state=state)
    return replace(position, buildings={**position.buildings, name: building}), state


def judge_name_token(position: Position, act: NameToken) -> Ruling[Position]:
    """Rule on a psychic who knows a token (5.6)."""
    if no := _psychic(position, act.seat, act.figure):
        return no
    tokens = incident_tokens(position)
    if not tokens:
        return refuse(("5.6",), "No token is on the table.", firm=True)
    if act.target is None:
        return allow(("5.6",), "Any token on the table.", {"target": Options(tokens)})
    after = _used(position, act.figure).push(Task(TURN_UP, act.target))
    return done(
        after, ("5.6", "3.5"), f"{called(position, act.figure)} knows what {act.target.replace('_', ' ')} is."
    )


def judge_foresee(position: Position, act: Foresee) -> Ruling[Position]:
    """Rule on a psychic who looks at the next event (5.6)."""
    if no := _psychic(position, act.seat, act.figure):
        return no
    if position.next_event:
        return refuse(("5.6",), "The next event has been looked at already.", firm=True)
    if position.deck:
        if act.card is None:
            pool = Pool(cards(position) or whole_deck())
            return allow(("5.6", "12.0"), "The next card, for one phone alone.", {"card": pool})
        number = act.card
    elif not act.event:
        return allow(("5.6", "12.0"), "Two dice, for one phone alone.", {"event": 2})
    else:
        number = 10 * act.event[0] + act.event[1]
    after = replace(_used(position, act.figure), next_event={act.seat: number}, acting=act.seat)
    return done(after, ("5.6", "12.0"), f"{called(position, act.figure)} foresees the next event.")


def _psychic(position: Position, seat: str, name: str) -> Ruling[Position] | None:
    """Return why a figure cannot use its second sight now, or None. It takes no action."""
    if no := refusal(position, seat, name, "psychic"):
        return no
    figure = position.figures[name]
    if not figure.has(PSYCHIC):
        return refuse(("10.0",), f"{called(position, name)} is not psychic.", firm=True)
    if PSYCHIC in figure.used:
        return refuse(
            ("10.0",), f"{called(position, name)} has used the second sight once in this game, and no more."
        )
    return None


def _used(position: Position, name: str) -> Position:
    return position.put(name, used=(*position.figures[name].used, PSYCHIC))


def offered(position: Position, name: str) -> Iterator[Any]:
    """Yield the ways in which a figure may look at something."""
    figure = position.figures[name]
    if incident_tokens(position) or unknown_buildings(position):
        yield Spot(figure.seat, name)
        if figure.kind == "survivor":
            yield Observe(figure.seat, name)
            if _spotted(position, name) is not None:
                yield Observe(figure.seat, name, on=True)
    if figure.has(PSYCHIC) and PSYCHIC not in figure.used:
        if incident_tokens(position):
            yield NameToken(figure.seat, name)
        if not position.next_event:
            yield Foresee(figure.seat, name)


JUDGES: Mapping[type, Callable[..., Ruling[Position]]] = {
    Spot: judge_sight,
    Observe: judge_sight,
    NameToken: judge_name_token,
    Foresee: judge_foresee,
}

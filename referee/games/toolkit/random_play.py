"""`referee simulate` for a game without simulated players: each choice is a random legal action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Generic, cast

import click

from referee.errors import InputError
from referee.games.interface import ActionT, Json, PositionT, Simulation, asked_of_referee
from referee.games.interface.chance import fields_for
from referee.games.interface.rules import Rules
from referee.games.toolkit.commands import print_json, writing
from referee.games.toolkit.recording import dealt, recorded
from referee.records.seals import Attempt, Chance, attempt, choice_seed
from referee.records.text import dump_line, show
from rules.fields import declared_fields, kind_of_field
from rules.ruling import Ask, Missing, Options
from rules.sentences import counted

TURN_LIMIT = 1000
NOBODY = "nobody"


class Players(Generic[PositionT, ActionT]):
    """Those who play a game: here all that they do and tell is drawn at random. A game may have others."""

    def begin(self, match: Rules[PositionT, ActionT], position: PositionT, random: Random) -> ActionT:
        """Return an action that the game waits for, its fields left open."""
        return random.choice(_new_actions(match, position))

    def answer(
        self,
        position: PositionT,  # noqa: ARG002 - others look at it
        action: ActionT,
        name: str,
        need: Missing,
        random: Random,
    ) -> ActionT:
        """Return an action with one need answered: a choice, or a fact."""
        return answered(action, name, need, random)

    def done(self, before: PositionT, action: ActionT, after: PositionT) -> None:
        """Note what an action has changed."""


def simulate(
    match: Rules[PositionT, ActionT],
    wanted: Simulation,
    players: Callable[[str], Players[PositionT, ActionT]] | None = None,
) -> None:
    """Play games and print who won how many of them. Raises InputError.

    `players` makes those who play a game, from its seed.
    """
    if wanted.options:
        raise InputError(f"--option: there is no {show(next(iter(wanted.options)))} in this game.")
    limit = TURN_LIMIT if wanted.turns is None else wanted.turns
    endings, actions, lines = Counter[str](), 0, list[Json]()
    for number in range(wanted.games):
        seed = f"{wanted.seed}/{number}"
        position, played = match.start(dealt(match, seed)), list[ActionT]()
        playing = None if players is None else players(seed)
        for action, position in followed(match, seed, limit, playing):  # noqa: B007 - the last tells who won
            played.append(action)
        actions += len(played)
        endings.update(match.winners(position) or (NOBODY,))
        if wanted.record is not None:
            lines += recorded(match, played, seed)
    if wanted.record is not None:
        _write(wanted.record, lines)
    won = {name: endings[name] for name in (*match.sides, NOBODY)}
    if wanted.as_json:
        print_json({"games": wanted.games, "seed": wanted.seed, "endings": won, "actions": actions})
    else:
        click.echo(f"{counted(wanted.games, 'game')}, {counted(actions, 'action')}, all legal.")
        click.echo(f"Won: {', '.join(f'{name} {count}' for name, count in won.items())}.")


def play(match: Rules[PositionT, ActionT], seed: str, limit: int = TURN_LIMIT) -> Iterator[ActionT]:
    """Yield the actions of one game, at most `limit` turns."""
    return (action for action, _ in followed(match, seed, limit))


def followed(
    match: Rules[PositionT, ActionT],
    seed: str,
    limit: int = TURN_LIMIT,
    players: Players[PositionT, ActionT] | None = None,
) -> Iterator[tuple[ActionT, PositionT]]:
    """Yield the actions of one game, at most `limit` turns, each with the position after it.

    A face-down choice is not changed.
    """
    random, chance = Random(seed), Chance(seed)  # noqa: S311 - reproducible chance is wanted here
    position, lapsed = match.start(dealt(match, seed)), 0
    players = players or Players[PositionT, ActionT]()
    while not match.finished(position) and match.turn(position) <= limit:
        if (question := asked_of_referee(match, position)) is not None:
            begun = match.choose(position, question, choice_seed(seed, 0)).action
        else:
            begun = players.begin(match, position, random)
        tried = _completed(match, chance, position, begun, random, players)
        if not tried.ruling.legal and lapsed < TURN_LIMIT and fact_told(begun, tried.action):
            lapsed += 1
            continue
        lapsed = 0
        chance.spend(match.given(tried.action), tried.rolled)
        before, position = position, _after(match, tried)
        players.done(before, tried.action, position)
        yield tried.action, position


def _completed(
    match: Rules[PositionT, ActionT],
    chance: Chance,
    position: PositionT,
    action: ActionT,
    random: Random,
    players: Players[PositionT, ActionT],
) -> Attempt[PositionT, ActionT]:
    """Return an action with its dice and draws, and with one of the choices that these leave."""
    tried = attempt(match, chance, position, action, match.rule, {})
    while tried.waits:
        name, need = next(iter(tried.ruling.needs.items()))
        if fields_for(type(tried.action), name):
            chosen = players.answer(position, tried.action, name, need, random)
        else:
            chosen = random.choice(match.choices(tried.action, tried.ruling.needs))
        if chosen == tried.action:
            break
        tried = attempt(match, chance, position, chosen, match.rule, tried.rolled)
    return tried


def _new_actions(match: Rules[PositionT, ActionT], position: PositionT) -> Sequence[ActionT]:
    """Return what somebody may do that the game waits for: not what changes a choice or may be left out."""
    asked = [q for q in match.questions(position) if not (q.held or q.optional)]
    if asked:
        listed = [answer for question in asked for answer in question.answers]
        new = [action for action in listed if match.rule(position, action).legal]
    else:
        lying = {seat for knowers in match.secrets(position).values() for seat in knowers}
        new = [a for a in match.actions(position) if match.secret_choice(a) not in lying]
    assert new, "Nobody can go on: the last choice of all must open them, or a question be answered."
    return new


def fact_told(begun: object, action: object) -> bool:
    """Whether an action has a fact that people told since it was begun: it may prove it impossible."""
    asked = (name for name, declared in declared_fields(type(action)).items() if declared.how == "asked")
    return any(getattr(action, name) is not None and getattr(begun, name) is None for name in asked)


def answered(action: ActionT, name: str, need: Missing, random: Random) -> ActionT:
    """Return an action with one need answered, by a value that fits."""
    values, kind = values_in(need), type(action)
    assert values, f"{name}: the need {need} has no values."
    field = fields_for(kind, name)[0]
    each = need.each if isinstance(need, (Options, Ask)) else ()
    value: object = {one: random.choice(values) for one in each} if each else random.choice(values)
    alone = isinstance(need, tuple) and kind_of_field(kind, field) == "several"
    return cast("ActionT", replace(cast("Any", action), **{field: (value,) if alone else value}))


def values_in(need: Missing) -> Sequence[object]:
    """Return values that answer a need: all options, or the numbers on both sides of each limit."""
    match need:
        case Options():
            return need.values
        case tuple():
            return need
        case Ask(kind="yes_no"):
            return (True, False)
        case Ask():
            least, most = need.least or 0, 100 if need.most is None else need.most
            step = 0.5 if need.halves else 1
            near = (least, most, *(limit + by for limit in need.limits or () for by in (0, step)))
            return sorted({number for number in near if least <= number <= most})
        case _:
            return ()


def _after(match: Rules[PositionT, ActionT], tried: Attempt[PositionT, ActionT]) -> PositionT:
    if tried.ruling.after is None:
        lacks = f"lacks {', '.join(tried.ruling.needs)}" if tried.ruling.needs else tried.ruling.reason
        written = {name: value for name, value in match.write(tried.action).items() if value is not None}
        raise InputError(f"{match.system}: {dump_line(written)} was begun, and cannot be done: {lacks}")
    return tried.ruling.after


def _write(name: str, lines: Iterable[Json]) -> None:
    with writing(f"--record: the file {show(name)}"):
        Path(name).write_text("".join(dump_line(line) + "\n" for line in lines), encoding="utf-8")

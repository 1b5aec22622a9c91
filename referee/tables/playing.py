"""Asking and doing: what a seat may do, the ruling on it, and the record it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.errors import InputError
from referee.problems import Problem, Refused, Stale
from referee.storage import games
from referee.storage.rows import Line, Underway
from referee.systems.protocol import Action, Match, results_by_kind
from referee.tables import seeing
from referee.tables.advising import explained
from referee.tables.keeper import Keeper, Overtaken
from referee.tables.live import Live
from referee.tables.rolling import Attempt, attempt
from rules.ruling import Ruling, allow, refuse

_UNDO_CASE = "R-UNDO"


@dataclass(frozen=True, slots=True)
class Playing:
    """What seats do at their tables."""

    keeper: Keeper

    def actions(self, code: str, seat: str) -> list[dict[str, Any]]:
        """Return the seat's legal actions now, dice left out; while an action is under way, that one."""
        with self.keeper.at(code) as live:
            match = live.match
            if live.underway is not None:
                begun = match.bare(match.read(live.underway.action))
                return [match.write(begun)] if _may(live, seat, begun) else []
            return [match.write(a) for a in match.actions(live.position) if _may(live, seat, a)]

    def ask(self, code: str, seat: str, data: Any) -> dict[str, Any]:
        """Return the ruling on an action as the seat may see it; nothing is changed.

        Dice, draws and values are left aside before the referee is asked, so no answer tells how a roll would
        end. Raises InputError for what is no action, Problem (403) for one that is another seat's.
        """
        with self.keeper.at(code) as live:
            action = live.match.bare(read(live.match, seat, data))
            if live.underway is not None:
                return seeing.ruling(_begun_first(live))
            return seeing.ruling(live.match.check(live.position, action, seat))

    def wanting(self, code: str, seat: str, data: Any) -> dict[str, Any]:
        """Return the ruling on an action with the dice that were typed in for it: what it still needs.

        As `ask`, but who panicked is known from the panic dice, and so how many dice the shot takes. Dice that come
        up again after being taken back (R-UNDO) count as given, and are told as `kept`, by the field that they go
        into: everybody saw them fall. Of a roll of which only the first are kept, `needs` still counts them all. How
        a roll would end is not told.
        """
        with self.keeper.at(code) as live:
            action = read(live.match, seat, data)
            if live.underway is not None:
                waits = _begun_first(live) if _other(live, data) else allow((), "")
                return {**seeing.ruling(waits), "kept": {}}
            found, kept = _checked_again(live, action, seat)
            return {**seeing.ruling(found), "kept": kept}

    def do(self, code: str, seat: str, data: Any, version: int) -> dict[str, Any]:
        """Carry out an action and return `{ruling, view}`, once it is on disk. Dice left out are rolled.

        Where only the players can say what is still missing (what a cardboard unit shows, which door), the
        action has begun: the ruling says what it needs, and until that is given nothing else can be done.
        Raises InputError, Problem (403), Stale (409) with the present view, Refused (422) with the ruling.
        """
        with self.keeper.at(code) as live:
            action = read(live.match, seat, data)
            if live.underway is not None:
                if version not in {live.version, live.version - 1}:
                    raise Stale(seeing.view(live, seat), version)
                return self._go_on(live, seat, data, live.underway)
            if version != live.version:
                raise Stale(seeing.view(live, seat), version)
            if others := live.match.not_yours(live.position, action, seat):
                raise Problem(403, others)
            return self.step(live, seat, action)

    def step(self, live: Live, seat: str, action: Action) -> dict[str, Any]:
        """Carry out an action or go on with the one that has begun, and answer as `do` does.

        The table's lock must be held. Raises Refused (422) with the ruling.
        """
        if live.underway is not None:
            return self._go_on(live, seat, live.match.write(action), live.underway)
        allowed = live.match.check(live.position, live.match.bare(action), seat)
        if not allowed.legal:
            raise Refused(seeing.ruling(allowed))
        return self.play(live, seat, action, seat)

    def begun(self, live: Live) -> Ruling[Any] | None:
        """Return the ruling on the action under way, which says what it needs, or None. The lock must be held."""
        if live.underway is None:
            return None
        judge = live.judge(overridden=live.underway.overridden)
        return judge(live.positions[-1], live.match.read(live.underway.action))

    def play(
        self,
        live: Live,
        doer: str,
        action: Action,
        seat: str,
        *,
        overridden: bool = False,
        answered_for: tuple[str, ...] = (),
    ) -> dict[str, Any]:
        """Carry out an action that may be done, or begin it, and answer the `seat` that asked.

        The `doer` is who goes on the record, `answered_for` whose answer the tablet told when it was agreed on.
        The table's lock must be held.
        """
        again = live.chance.contradiction(live.match.given(action))
        if again:
            raise Refused(seeing.ruling(refuse((_UNDO_CASE,), again, firm=True)))
        judge = live.judge(overridden=overridden)
        tried = attempt(live.match, live.chance, live.position, action, judge, {})
        nonce = self.keeper.config.sources.nonce() if live.match.sealed(action) else None
        begun = Underway(doer, live.match.write(tried.action), tried.rolled, overridden, nonce, answered_for)
        return self._save(live, tried, begun, seat)

    def _go_on(self, live: Live, seat: str, data: Mapping[str, Any], begun: Underway) -> dict[str, Any]:
        """Give the action under way what it waits for; whoever may do such an action may say it."""
        given = live.match.write(live.match.read(data))
        completed = _completed(begun.action, given)
        if completed is None:
            raise Refused(seeing.ruling(_begun_first(live)))
        action = live.match.read(completed)
        judge = live.judge(overridden=begun.overridden)
        tried = attempt(live.match, live.chance, live.position, action, judge, dict(begun.rolled))
        again = replace(begun, action=live.match.write(tried.action), rolled=tried.rolled)
        if not (tried.ruling.legal or tried.ruling.firm or begun.rolled):
            self._give_up(live, seat)
            raise Refused(seeing.ruling(tried.ruling), given_up=True)
        return self._save(live, tried, again, seat)

    def _give_up(self, live: Live, seat: str) -> None:
        """Let go of an action that what was told forbids, no die having been rolled for it (5.1, 5.4)."""
        try:
            with self.keeper.change(live) as connection:
                games.set_underway(connection, live.code, None)
                games.set_request(connection, live.code, None)
        except Overtaken:
            raise Stale(self.fresh_view(live.code, seat)) from None
        live.underway = None
        live.ask(None)
        self.keeper.announce(live)

    def _save(self, live: Live, tried: Attempt, begun: Underway, seat: str) -> dict[str, Any]:
        """Save an action as done or as begun, and answer the seat that asked with what that seat may see."""
        if not tried.ruling.legal:
            raise Refused(seeing.ruling(tried.ruling))
        try:
            if tried.done:
                line = self._line(live, tried, begun)
                with self.keeper.change(live) as connection:
                    games.append(connection, live.code, line)
                    if live.request or live.declined:
                        games.set_request(connection, live.code, None)
                    if live.underway is not None:
                        games.set_underway(connection, live.code, None)
                live.append(line, tried.action, tried.ruling)
                live.underway = None
            elif live.underway is None or begun.action != live.underway.action:
                with self.keeper.change(live) as connection:
                    games.set_underway(connection, live.code, begun)
                    games.set_request(connection, live.code, None)
                live.underway = begun
        except Overtaken:
            raise Stale(self.fresh_view(live.code, seat)) from None
        live.ask(None)
        self.keeper.announce(live)
        return {"ruling": seeing.ruling(tried.ruling), "view": seeing.view(live, seat)}

    def fresh_view(self, code: str, seat: str) -> dict[str, Any]:
        """Return the view after another process changed the table."""
        with self.keeper.at(code) as live:
            return seeing.view(live, seat)

    def _line(self, live: Live, tried: Attempt, begun: Underway) -> Line:
        cases, story = told(live, tried.action, tried.ruling)
        return Line(
            n=live.last_number + 1,
            turn=live.match.turn(live.position),
            seat=begun.seat,
            action=begun.action,
            cases=cases,
            story=story,
            at=self.keeper.config.sources.now(),
            overridden=begun.overridden,
            rolled=begun.rolled,
            nonce=begun.nonce,
            answered_for=begun.answered_for,
        )


def _checked_again(live: Live, action: Action, seat: str) -> tuple[Ruling[Any], dict[str, Any]]:
    """Rule on an action with the kept dice put in, as long as they go, and return these dice by field.

    Only dice are told: what was drawn lies face down, and the next of the referee's stream nobody has seen yet.
    """
    kept: dict[str, Any] = {}
    found = live.match.check(live.position, action, seat)
    while found.legal and (wants := live.match.wants(live.position, action, found.needs)):
        want = wants[0]
        already = {k: len(r) for k, r in results_by_kind(live.match.given(action)).items()}
        results, new = live.chance.next(want, already)
        again = results[: len(results) - new]
        if again and want.pool is None:
            kept[want.field] = dict(zip(want.names, again, strict=False)) if want.names else list(again)
        if new:
            break
        action = live.match.fill(action, want, results)
        found = live.match.check(live.position, action, seat)
    return found, kept


def told(live: Live, action: Action, found: Ruling[Any]) -> tuple[tuple[str, ...], str]:
    """Return the cases and the story that the record bears for an action, before `live` has moved on."""
    cases, why = explained(live, action)
    story = " ".join(s for s in (found.story or found.reason, why) if s)
    return tuple(dict.fromkeys((*cases, *found.cases))), story


def read(match: Match, seat: str, data: Any) -> Action:
    """Read an action that a seat asks about or wants to do.

    Raises InputError for what is no action or gives what no player may give, and Problem (403) for one that is
    another seat's: with the same words whatever the position is.
    """
    action = match.read(data)
    wrong = match.foreign(action)
    if wrong:
        raise InputError(wrong)
    allowed = match.seats_for(action)
    if seat not in allowed:
        owners = " or ".join(s for s in match.seats if s in allowed)
        raise Problem(403, f"{action.do} is for the seat {owners}; this is the seat {seat}.")
    return action


def _may(live: Live, seat: str, action: Action) -> bool:
    """Whether a seat may do an action now."""
    return seat in live.match.seats_for(action) and not live.match.not_yours(live.position, action, seat)


def _other(live: Live, data: Mapping[str, Any]) -> bool:
    """Whether somebody means another action than the one that has begun."""
    assert live.underway is not None
    return bool(data.get("do") != live.underway.action["do"])


def _completed(begun: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the action that has begun with what is now given for it; None if that is another action."""
    whole = dict(begun)
    for name, value in given.items():
        known = whole.get(name)
        if isinstance(known, Mapping) and isinstance(value, Mapping):
            if any(known.get(key, told) != told for key, told in value.items()):
                return None
            whole[name] = {**known, **value}
        elif name in whole and known != value:
            return None
        else:
            whole[name] = value
    return whole


def _begun_first(live: Live) -> Ruling[Any]:
    begun = live.underway
    assert begun is not None
    judge = live.judge(overridden=begun.overridden)
    found = judge(live.positions[-1], live.match.read(begun.action))
    reason = f"An action has begun and waits to be finished first: {found.reason}"
    return refuse(found.cases, reason, firm=True)

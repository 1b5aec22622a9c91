"""Properties that every game must have, checked by random play; the test of a new game calls `prove`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import TypeGuard

from referee.games.interface import ActionT, Game, Json, Match, PositionT, ReplayRecord, Rules
from referee.games.table_view import game_json, taken_members
from referee.games.toolkit.plain_match import PlainMatch
from referee.games.toolkit.random_play import play
from referee.games.toolkit.recording import dealt, recorded
from referee.records import codec
from referee.records.text import dump_line
from rules.questions import TABLE


def prove(game: Game[PositionT, ActionT], replay: ReplayRecord, games: int = 20, seed: str = "0") -> None:
    """Play whole games at random, and check all that the referee counts on. Raises AssertionError.

    Every action that is listed is legal. Positions and actions come back from JSON as they were. No other
    seat sees a face-down choice. Each record holds when it is judged again; `replay` is
    `referee.tables.record.replay_record`. Every case that a ruling cites is in the rulebook. Only for games
    whose match is a `PlainMatch`.
    """
    match = game.match(game.read_options({}), _NoDocuments())
    assert _is_plain(match), "The match is a PlainMatch."
    told = match.rules.write_position(match.start(dealt(match, seed))).get("system")
    for part, system in (("match", match.system), ("positions", told)):
        assert system == game.id, f"The system of the {part} is {system!r}; it must be the id of the game."
    taken = taken_members(match.view(match.start(dealt(match, seed)), TABLE))
    assert not taken, f"The table itself uses {', '.join(taken)} in a view; take other names."
    rulebook = game.rulebook()
    for number in range(games):
        luck = f"{seed}/{number}"
        played, position = list(play(match, luck)), match.start(dealt(match, luck))
        for action in played:
            _json_comes_back(match.rules, position, action)
            _listed_actions_are_legal(match, position)
            _nobody_sees(match, position, Random(luck))  # noqa: S311 - the same games every time
            ruling = match.rule(position, action)
            for case in ruling.cases:
                rulebook.case(case)
            assert ruling.after is not None, "A legal action leads to a position."
            position = ruling.after
        assert match.finished(position), "A game ends."
        _record_holds(game, match, played, luck, replay)


def _is_plain(match: Match[PositionT, ActionT]) -> TypeGuard[PlainMatch[PositionT, ActionT]]:
    return isinstance(match, PlainMatch)


class _NoDocuments:
    """A store of documents with nothing in it."""

    def get(self, kind: str, id_: str) -> Json | None:  # noqa: ARG002 - there is nothing
        """Return a document: none."""
        return None


def _record_holds(
    game: Game[PositionT, ActionT],
    match: PlainMatch[PositionT, ActionT],
    played: Sequence[ActionT],
    seed: str,
    replay: ReplayRecord,
) -> None:
    """Check that the record of a game is judged as it was played, and that its seals hold."""
    record = codec.parse([dump_line(line) for line in recorded(match, played, seed)])
    replayed = game.records.replayed(record)
    assert replayed["legal"], f"The record stops at {replayed['stopped_at']}."
    problems = game.records.problems(record, replay)
    assert not problems, problems[0]


def _json_comes_back(rules: Rules[PositionT, ActionT], position: PositionT, action: ActionT) -> None:
    """Check that a position and an action come back from JSON unchanged."""
    told = json.loads(json.dumps(rules.write_position(position)))
    assert rules.read_position(told) == position, f"The position does not come back from {told}."
    told = json.loads(json.dumps(rules.write_action(action)))
    assert rules.read_action(told) == action, f"The action does not come back from {told}."


def _listed_actions_are_legal(match: PlainMatch[PositionT, ActionT], position: PositionT) -> None:
    for action in match.actions(position):
        ruling = match.rule(position, action)
        assert ruling.legal, f"{match.write(action)} is listed, but: {ruling.reason}"
        assert ruling.cases, f"{match.write(action)} rests on no case."
        assert match.seats_for(action), f"{match.write(action)} belongs to no seat."


def _nobody_sees(match: PlainMatch[PositionT, ActionT], position: PositionT, random: Random) -> None:
    """Check that two face-down choices of one seat look the same to all others."""
    lying = match.lying(position)
    seats = [seat.id for seat in match.roster(position)]
    for seat in seats:
        secret = [a for a in match.actions(position) if match.secret_choice(a) == seat and seat not in lying]
        if len(secret) < len(("one", "two")):
            continue
        one, two = random.sample(secret, 2)
        first, second = match.rule(position, one), match.rule(position, two)
        assert first.after is not None, f"{match.write(one)} is listed, but leads nowhere."
        assert second.after is not None, f"{match.write(two)} is listed, but leads nowhere."
        if seat not in match.lying(first.after) or seat not in match.lying(second.after):
            continue  # the last choice opens all
        for other in (TABLE, *seats, "spectator"):
            if other != seat:
                _look_the_same(match, (first.after, second.after), other)
        assert first.story == second.story, f"The log tells what seat {seat} chose: {first.story}"


def _look_the_same(match: PlainMatch[PositionT, ActionT], two: Sequence[PositionT], seat: str) -> None:
    shown = TABLE if seat == "spectator" else seat
    one, other = (dump_line(game_json(match.view(position, shown))) for position in two)
    assert one == other, f"Seat {seat} sees a choice that lies face down: {one}"

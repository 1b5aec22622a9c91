"""Rulings for programs: `referee judge` and `referee actions`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import click

from referee.errors import InputError
from referee.games import registry
from referee.games.plugin_errors import Unusable, check_written, is_bundled
from referee.games.toolkit.commands import (
    answer_lines,
    counters_option,
    game_named,
    map_option,
    read_json_file,
    system_option,
)
from referee.games.toolkit.rules_api import RulesApi
from referee.records.text import dump_line, read_json, show
from rules.sentences import listed


@dataclass(slots=True)
class RulesApis:
    """The rules API of each game asked for: that of the position, and the `default` where it names none.

    A map or a counter sheet from a file goes to the default game's at once, so that a bad file is reported
    before the first line.
    """

    default: str
    map_data: object = None
    counters_data: object = None
    opened: dict[str, RulesApi] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rules_api(game_named(self.default).id)

    def game_of(self, position: Any) -> str:
        """Return the id of the game that a position belongs to. Raises InputError."""
        told = registry.game_of_position(position)
        if told is None or told.id == self.default:
            return self.default
        if "system" not in position:
            named = listed(f'"{name}"' for name in sorted(registry.members_of(told) & position.keys()))
            raise InputError(f"system is missing. A position with {named} belongs to {told.id}.")
        return told.id

    def judge(self, data: object) -> dict[str, object]:
        """Return the ruling on an action in a position. Raises InputError."""
        position = data.get("position") if isinstance(data, dict) else None
        return self._answer(self.game_of(position), lambda rules_api: rules_api.judge(data))

    def actions(self, position: object) -> dict[str, object]:
        """Return what may be done in a position. Raises InputError."""
        id_ = self.game_of(position)
        return self._answer(id_, lambda rules_api: _legal_actions(id_, rules_api, position))

    def _answer(self, id_: str, ask: Callable[[RulesApi], dict[str, object]]) -> dict[str, object]:
        """Return what a rules API answers; where a game from elsewhere fails, InputError names it."""
        if is_bundled(id_):
            return ask(self._rules_api(id_))
        try:
            answer = ask(self._rules_api(id_))
            dump_line(answer)
        except InputError:
            raise
        except Exception as error:
            what = error.wrong if isinstance(error, Unusable) else type(error).__name__
            raise InputError(f"The game {show(id_)} fails on this line: {what}.") from error
        return answer

    def _rules_api(self, id_: str) -> RulesApi:
        if id_ not in self.opened:
            self.opened[id_] = registry.game(id_).rules_api(self.map_data, self.counters_data)
        return self.opened[id_]


def _legal_actions(id_: str, rules_api: RulesApi, position: object) -> dict[str, object]:
    """Return what may be done; Unusable where an action of a game from elsewhere cannot be read again."""
    answer = rules_api.actions(position)
    if not is_bundled(id_):
        check_written(id_, rules_api.rules, answer["actions"])
    return answer


@click.command()
@map_option
@counters_option
@system_option
def judge(map_file: str | None, counters_file: str | None, system: str) -> None:
    """Rule on actions: reads {"position": ..., "action": ...} a line, writes a ruling a line.

    A line that cannot be read gets {"error": ...} as its answer. The exit status is then 2.
    """
    rules_apis = _rules_apis(system, map_file, counters_file)
    answer_lines(lambda text: rules_apis.judge(read_json(text, "The line")))


@click.command()
@map_option
@counters_option
@system_option
def actions(map_file: str | None, counters_file: str | None, system: str) -> None:
    """List what may be done: reads a position a line, writes {"actions": [...]} a line.

    A line that cannot be read gets {"error": ...} as its answer. The exit status is then 2.
    """
    rules_apis = _rules_apis(system, map_file, counters_file)
    answer_lines(lambda text: rules_apis.actions(read_json(text, "The line")))


def _rules_apis(system: str, map_file: str | None, counters_file: str | None) -> RulesApis:
    given = [None if name is None else read_json_file(name) for name in (map_file, counters_file)]
    return RulesApis(system, map_data=given[0], counters_data=given[1])

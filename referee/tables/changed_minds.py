"""Changing a choice: a seat lays another secret choice down before the first was opened.

The new choice takes the place of the first one in its line of the record. Nobody else learns of it before the
choice is opened: no line, no version and no event tells, and the others go on seeing the first seal.
"""

from __future__ import annotations

from dataclasses import replace

from referee.games.ports import Action, Position, SecretChoicesPort
from referee.problems import Problem, Refused
from referee.storage import games
from referee.storage.rows import Line
from referee.tables import projections
from referee.tables.loaded_table import LoadedTable
from referee.tables.record_projections import seal_of
from referee.tables.table_store import TableStore
from rules.effects import Effect
from rules.ruling import Ruling, refuse

_TOO_EARLY = "This was not possible yet when you made your first choice, so it can’t take its place."


def lying_line(table: LoadedTable, action: Action) -> Line | None:
    """Return the line with the choice that this action would replace, or None."""
    choices = table.match.secret_choices
    owner = None if choices is None else choices.secret_choice(action)
    if owner is None:
        return None
    lying = [n for n, whose in table.secrets.lying.items() if whose == owner]
    return next(table.lines.numbered(*lying), None)


def another_made_it(table: LoadedTable, seat: str, action: Action) -> str:
    """Return why a choice that lies there is not this seat's to change, or ""."""
    line = lying_line(table, action)
    if line is None or line.seat == seat:
        return ""
    where = "the tablet" if line.seat == table.match.public_seat else "the player’s own device"
    return f"This choice was made on {where}: change it there."


def overtaken_by_others_alone(
    table: LoadedTable, seat: str, action: Action, version: int, stage: str | None
) -> bool:
    """Whether a choice still counts although the table has moved on: others have chosen meanwhile."""
    now, choices = table.version_for(seat), table.match.secret_choices
    if choices is None:
        return False
    if (chooser := choices.open_choice(action)) is not None:
        quicker = _quicker(table, choices, chooser)
        count = len(table.lines)
        stages = [table.secrets.stage(count - n, table.lines.taken_back) for n in range(quicker + 1)]
    elif choices.secret_choice(action) is not None:
        quicker = table.secrets.lately(seat, table.lines)
        stages = [table.stage]
    else:
        return False
    return stage in stages if stage is not None else now - quicker <= version <= now


def _quicker(table: LoadedTable, choices: SecretChoicesPort, chooser: str) -> int:
    """Return how many of the last lines are open choices that other seats made at the same moment."""
    count = 0
    for line in reversed(table.lines):
        other = choices.open_choice(table.match.read(line.action)) if line.stands else None
        if other in (None, chooser):
            break
        count += 1
    return count


def choose_again(
    store: TableStore, table: LoadedTable, seat: str, action: Action, line: Line
) -> Ruling[Position]:
    """Replace a choice that lies face down, and return what `Playing.do` does; the same again is harmless.

    The table's lock must be held. Raises Problem (403), Refused (422), and Stale (409).
    """
    data = table.match.write(action)
    if data != line.action:
        allowed = table.match.check(table.position, action, seat)
        if not allowed.legal:
            raise Refused(projections.ruling(allowed))
    if refusal := another_made_it(table, seat, action):
        raise Problem(403, refusal)
    if data != line.action:
        new = replace(
            line,
            action=data,
            nonce=store.config.sources.nonce(),
            changed=line.changed + 1,
            first_seal=line.first_seal or seal_of(table, line),
        )
        if (played := _played_with(table, new)) is None:
            raise Refused(projections.ruling(refuse(line.cases, _TOO_EARLY)))
        ruling = _ruling(table, line, played[0][1].effects)
        with store.change(table, lambda: {"ruling": projections.carried_out(table, ruling, seat)}) as change:
            games.change_choice(change.connection, table.code, new)
            change.then(table.change_choice, played)
    return _ruling(table, line, table.effects_of(line))


def _played_with(table: LoadedTable, line: Line) -> list[tuple[Line, Ruling[Position]]] | None:
    """Return the lines that stand from `line` on, which holds another choice, with their rulings.

    None if one of them could not have been done then. Nothing is changed.
    """
    later = table.lines[table.lines.at(line.n) + 1 :]
    again = [line, *(one for one in later if one.stands)]
    position: Position = table.positions[-1 - len(again)]
    played: list[tuple[Line, Ruling[Position]]] = []
    for one in again:
        ruling = table.match.rule(position, table.match.read(one.action))
        if ruling.after is None:
            return None
        played.append((one, ruling))
        position = ruling.after
    return played


def _ruling(table: LoadedTable, line: Line, effects: tuple[Effect, ...]) -> Ruling[Position]:
    """Return the ruling on a choice laid down in the place of another."""
    return Ruling(True, line.cases, line.story, after=table.positions[-1], effects=effects)

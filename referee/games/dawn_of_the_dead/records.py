"""Records of *Dawn of the Dead*: read, judged again, checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.dawn_of_the_dead.replaying import Judged, replay, start_of
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.records import load_header, unknown_in_header
from referee.games.ports import Json
from referee.games.shared.desk import needs_json
from referee.records import codec
from referee.records.codec import Record
from referee.records.seals import reordered
from referee.records.text import fingerprint


def first_line(
    shared: Json,
    *,
    mode: str,
    counters: str,
    map_source: Json,
    sheet_source: Json,
    draw: Sequence[int] | None,
    embed: bool = False,
) -> dict[str, Any]:
    """Return the first line of a record, with the members that all games share.

    `counters` is "digital" or "physical". `draw` is the order in which the units were drawn at set-up (empty
    with physical counters); None leaves it out, as it is sealed while the game runs. With `embed`, the record
    carries the map and the counter sheet: it must when the project does not ship them.
    """
    return {
        "format": shared["format"],
        "system": shared["system"],
        "mode": mode,
        "map": _document(map_source, embed=embed),
        "counters": counters,
        "counter_sheet": _document(sheet_source, embed=embed),
        **shared,
        "start": None if draw is None else {"draw": list(draw)},
    }


def _document(source: Json, *, embed: bool) -> dict[str, Any]:
    """Return what a first line says of a map or a counter sheet."""
    named = {"name": source.get("name", ""), "sha256": fingerprint(source)}
    return {**named, "data": source} if embed else named


class DawnRecords:
    """The record port."""

    def first_line(self, shared: Json, declared: Json) -> dict[str, Any]:
        """Return the first line of a new record; `declared` are the arguments of `first_line`."""
        return first_line(shared, **declared)

    def header(self, data: object) -> dict[str, Any]:
        """Return the first line of a record, checked. Raises InputError."""
        return load_header(data)

    def replayed(self, record: Record) -> dict[str, Any]:
        """Return what judging one record came to."""
        position, last, judged, overridden = start_of(record), None, 0, 0
        for last in replay(record, position):
            position, judged = last.position, judged + last.stands
            overridden += last.overridden
        stands = last is None or last.stands
        return {
            "legal": stands,
            "actions": judged,
            "overridden": overridden,
            "taken_back": sum(entry["taken_back"] for entry in record.lines),
            "turn": position.turn,
            "phase": position.phase,
            "winner": position.winner,
            "stopped_at": None if last is None or stands else _stopped_at(last),
        }

    def ending(self, summary: Json) -> str:
        """Return the sentence on how a replayed record ends."""
        if summary["winner"]:
            return f"The {summary['winner']} player won in Game-Turn {summary['turn']}."
        return f"The record ends in Game-Turn {summary['turn']}, phase {summary['phase']}."

    def plays(self, record: Record, name: str, value: object) -> bool:
        """Whether a record plays what a seal held: the draws, or the hidden squares chosen last (3.1)."""
        if name == "draw":
            start = record.header.get("start")
            sealed = value if isinstance(value, list) else ()
            return start is not None and tuple(start["draw"]) == reordered(sealed, record.header.get("parts"))
        if name != "hidden":
            return True
        chosen = [
            entry["action"].get("squares")
            for entry in record.lines
            if entry["action"].get("do") == "place_hidden" and not entry.get("taken_back")
        ]
        return isinstance(value, list) and bool(chosen) and sorted(chosen[-1] or ()) == sorted(value)

    def problems(self, record: Record) -> list[str]:
        """Return a sentence for each fault in a finished record."""
        from referee.games.dawn_of_the_dead import consistency, verifying  # noqa: PLC0415 - they play

        strange = codec.strange_header(unknown_in_header(record.header))
        strange += codec.misread(record, load_action)
        checks = (codec.verify, verifying.problems, consistency.problems)
        return strange + [problem for check in checks for problem in check(record)]

    def unchecked(self, record: Record) -> str:
        """Return one line where the referee's choices were not compared (15.4), else ""."""
        alone = record.header["mode"] != "two-player"
        return codec.of_another_version(record, "what the referee chose between equals") if alone else ""

    def seals(self, record: Record) -> int:
        """Return how many seals a record has."""
        return len(record.header["seals"])


def _stopped_at(judged: Judged) -> dict[str, Any]:
    return {
        "n": judged.line["n"],
        "action": judged.line["action"],
        "cases": list(judged.ruling.cases),
        "reason": judged.ruling.reason,
        "needs": needs_json(judged.ruling.needs),
    }

"""Reading and writing surveys, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from referee.records.data import dump_json, load_json, storable
from referee.storage.schema import survey_gestures, surveys

_ROW = surveys.c


_LINE = survey_gestures.c


@dataclass(frozen=True, slots=True)
class StoredSurvey:
    """A stored survey, without its gestures."""

    id: str
    system: str
    created: str
    token_hash: str


@dataclass(frozen=True, slots=True)
class StoredGesture:
    """A stored gesture. `key` is the name that the device gave it, if any."""

    n: int
    gesture: dict[str, Any]
    key: str | None


def add_survey(connection: Connection, kept: StoredSurvey, entries: Iterable[StoredGesture]) -> None:
    """Write a new survey with its first gestures."""
    connection.execute(
        insert(surveys).values(
            id=kept.id,
            system=kept.system,
            created=kept.created,
            token_hash=kept.token_hash,
            drawn=kept.created,
        )
    )
    rows = [_values(kept.id, entry) for entry in entries]
    if rows:
        connection.execute(insert(survey_gestures), rows)


def append(connection: Connection, id_: str, entry: StoredGesture, now: str) -> None:
    """Write one gesture. The transaction ends in DuplicateKey if another one has its number already."""
    connection.execute(update(surveys).where(_ROW.id == id_).values(drawn=now))
    connection.execute(insert(survey_gestures).values(**_values(id_, entry)))


def get_survey(connection: Connection, id_: str) -> StoredSurvey | None:
    if not storable(id_):
        return None
    row = connection.execute(select(surveys).where(_ROW.id == id_)).one_or_none()
    return None if row is None else StoredSurvey(row.id, row.system, row.created, row.token_hash)


def entries(connection: Connection, id_: str, after: int) -> list[StoredGesture]:
    """Return the gestures of a survey after the first `after`, in order."""
    rows = connection.execute(
        select(survey_gestures).where(_LINE.survey == id_, _LINE.n > after).order_by(_LINE.n)
    )
    return [StoredGesture(row.n, load_json(row.gesture), row.key) for row in rows]


def version(connection: Connection, id_: str) -> int:
    """Return the number of the last gesture of a survey, 0 without one."""
    last = connection.execute(select(func.max(_LINE.n)).where(_LINE.survey == id_)).scalar_one_or_none()
    return last or 0


def list_surveys(connection: Connection) -> list[dict[str, Any]]:
    """Return `id`, `system`, `created`, `drawn` and the number of `gestures` of every survey.

    The one that was drawn on last comes first. Undoing counts as a gesture too.
    """
    numbers = select(_LINE.survey, func.count().label("gestures")).group_by(_LINE.survey).subquery()
    gestures = func.coalesce(numbers.c.gestures, 0).label("gestures")
    asked = select(_ROW.id, _ROW.system, _ROW.created, _ROW.drawn, gestures)
    joined = asked.outerjoin_from(surveys, numbers, numbers.c.survey == _ROW.id)
    return [{**row} for row in connection.execute(joined.order_by(_ROW.drawn.desc(), _ROW.id)).mappings()]


def count_surveys(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(surveys)).scalar_one()


def remove_survey(connection: Connection, id_: str) -> None:
    connection.execute(delete(survey_gestures).where(_LINE.survey == id_))
    connection.execute(delete(surveys).where(_ROW.id == id_))


def remove_undrawn(connection: Connection, before: str) -> None:
    """Delete every survey whose last gesture is older than `before`, unless somebody is drawing on it."""
    undrawn = select(_ROW.id).where(_ROW.drawn < before).with_for_update()
    for id_ in connection.execute(undrawn).scalars().all():
        remove_survey(connection, id_)


def _values(id_: str, entry: StoredGesture) -> dict[str, Any]:
    return {"survey": id_, "n": entry.n, "gesture": dump_json(entry.gesture), "key": entry.key}

"""Members that a schema does not know, where it keeps them for other programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from marshmallow import Schema, fields

from referee.schemas.base import Items, Part, Table, place_of


def unknown(schema: Schema, data: Mapping[str, Any], path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """Yield where `data` has a member that `schema` does not know: "rolled", "parts[0].rolled"."""
    for name, value in data.items():
        inside = (*path, name)
        if name in schema.fields:
            yield from _unknown_inside(schema.fields[name], value, inside)
        else:
            yield place_of(inside)


def _unknown_inside(field: fields.Field[Any], value: Any, path: tuple[str | int, ...]) -> Iterator[str]:
    if isinstance(field, Part) and isinstance(value, Mapping):
        yield from unknown(field.schema, value, path)
    elif isinstance(field, Items):
        for n, item in enumerate(value or ()):
            yield from _unknown_inside(field.inner, item, (*path, n))
    elif isinstance(field, Table) and field.value_field is not None:
        for name, item in value.items():
            yield from _unknown_inside(field.value_field, item, (*path, name))

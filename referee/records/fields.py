"""The fields that all schemas share: strict types, and errors that name the value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from referee.errors import InputError
from referee.records.text import show
from rules.board.checks import FARTHEST

_MANNERS = {"required": "is missing.", "null": "must not be null.", "type": "must be an object."}


class Strict(Schema):
    """A schema that refuses fields it does not know, and anything but an object."""

    class Meta:
        """Unknown fields are mistakes, not extras."""

        unknown = RAISE

    error_messages = {
        "unknown": "is not a field that belongs here.",
        "type": "must be an object.",
    }


class OpenSchema(Schema):
    """A schema that keeps the extra fields of other programs."""

    class Meta:
        """Unknown fields are kept as they are."""

        unknown = "include"

    error_messages = {"type": "must be an object."}


class Checked(fields.Field[Any]):
    """A field whose error names the wrong value. `expected` completes "... is not"."""

    default_error_messages = {
        "required": "is missing.",
        "null": "must not be null.",
        "wrong": "{value} is not {expected}.",
    }

    def __init__(self, expected: str, **options: Any) -> None:
        self.expected = expected
        super().__init__(**options)

    def accepts(self, value: Any) -> bool:
        raise NotImplementedError

    def in_json_schema(self) -> dict[str, Any]:
        """Return what a JSON Schema says of such a value; nothing where it can say nothing."""
        return {}

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> Any:
        if not self.accepts(value):
            raise self.make_error("wrong", value=show(value), expected=self.expected)
        return value


class Text(Checked):
    """Text of at most `longest` characters that matches the whole `pattern`, if there is one."""

    def __init__(
        self,
        expected: str = "text",
        *,
        longest: int = 200,
        pattern: re.Pattern[str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            f"{expected} of at most {longest} characters" if pattern is None else expected, **options
        )
        self.longest, self.pattern = longest, pattern

    def accepts(self, value: Any) -> bool:
        return (
            isinstance(value, str)
            and len(value) <= self.longest
            and (self.pattern is None or self.pattern.fullmatch(value) is not None)
        )

    def in_json_schema(self) -> dict[str, Any]:
        pattern = {} if self.pattern is None else {"pattern": f"^({self.pattern.pattern})$"}
        return {"type": "string", "maxLength": self.longest, **pattern}


class Whole(Checked):
    """A whole number from `low` to `high`; true and 3.0 do not count."""

    def __init__(self, expected: str, low: int, high: int, **options: Any) -> None:
        super().__init__(f"{expected} ({low} to {high})", **options)
        self.low, self.high = low, high

    def accepts(self, value: Any) -> bool:
        return type(value) is int and self.low <= value <= self.high

    def in_json_schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Die(Checked):
    """A number read off a die. The referee checks that it is 1 to 6, because a refusal cites a case."""

    def __init__(self, **options: Any) -> None:
        super().__init__("a whole number", **options)

    def accepts(self, value: Any) -> bool:
        return type(value) is int and abs(value) < 10**9


class Flag(Checked):
    """True or false, and no other value that Python would accept for them."""

    def __init__(self, **options: Any) -> None:
        super().__init__("true or false", **options)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, bool)

    def in_json_schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


class Choice(Checked):
    """One of a few words."""

    def __init__(self, choices: Sequence[str], expected: str = "one of", **options: Any) -> None:
        super().__init__(f"{expected} {', '.join(choices)}", **options)
        self.choices = frozenset(choices)

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and value in self.choices

    def in_json_schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": sorted(self.choices)}


class Given(Checked):
    """Text with one legal value, like the name of a format."""

    def __init__(self, text: str, **options: Any) -> None:
        super().__init__(show(text), **options)
        self.text = text

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str) and value == self.text


class Items(fields.List[Any]):
    """A list of `least` to `most` items; with `exactly`, of `most`. With `distinct`, none comes twice."""

    def __init__(
        self,
        item: fields.Field[Any],
        most: int,
        *,
        least: int = 0,
        exactly: bool = False,
        distinct: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(item, error_messages=dict(_MANNERS), **options)
        self.least, self.most, self.exactly, self.distinct = least, most, exactly, distinct

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> Any:
        if not isinstance(value, list):
            raise ValidationError(f"{show(value)} is not a list.")
        if self.exactly and len(value) != self.most:
            raise ValidationError(f"must have {self.most} items, not {len(value)}.")
        if len(value) > self.most:
            raise ValidationError(f"must have at most {self.most} items, not {len(value)}.")
        if len(value) < self.least:
            raise ValidationError("must not be empty.")
        items = super()._deserialize(value, attr, data, **options)
        if self.distinct:
            twice = [item for i, item in enumerate(items) if item in items[:i]]
            if twice:
                raise ValidationError(f"has {show(twice[0])} twice.")
        return items


class Table(fields.Dict):
    """An object that gives a value for each of at most `most` keys."""

    def __init__(self, keys: fields.Field[Any], values: fields.Field[Any], most: int, **options: Any) -> None:
        super().__init__(keys=keys, values=values, error_messages=dict(_MANNERS), **options)
        self.most = most

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(f"{show(value)} is not an object.")
        if len(value) > self.most:
            raise ValidationError(f"must have at most {self.most} entries, not {len(value)}.")
        try:
            loaded: dict[Any, Any]
            loaded = super()._deserialize(value, attr, data, **options)  # type: ignore[no-untyped-call]
        except ValidationError as error:
            # Marshmallow files a mistake in an entry under "key" or "value", which are names of fields too.
            entries: Any = error.messages
            raise ValidationError({k: m.get("key") or m["value"] for k, m in entries.items()}) from None
        return loaded


class Part(fields.Nested):
    """An object inside another."""

    def __init__(self, nested: type[Schema], **options: Any) -> None:
        super().__init__(nested, error_messages=dict(_MANNERS), **options)

    def _deserialize(
        self,
        value: Any,
        attr: str | None,
        data: Mapping[str, Any] | None,
        partial: Any = None,
        **options: Any,
    ) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(f"{show(value)} is not an object.")
        return super()._deserialize(value, attr, data, partial, **options)


class AnyObject(fields.Dict):
    """An object that is read later, depending on other fields."""

    def __init__(self, **options: Any) -> None:
        super().__init__(error_messages=dict(_MANNERS), **options)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(f"{show(value)} is not an object.")
        return value


def load(schema: Schema, data: Any, what: str) -> dict[str, Any]:
    """Return `data` as `schema` reads it.

    Raises InputError with a sentence for each mistake; `what` begins sentences about the whole.
    """
    if not isinstance(data, dict):
        raise InputError(f"{what} must be an object, not {show(data)}.")
    try:
        loaded: dict[str, Any] = schema.load(data)
    except ValidationError as error:
        raise InputError(sentences(error.messages, what)) from None
    except RecursionError:
        raise InputError(f"{what} is nested too deeply.") from None
    return loaded


def sentences(messages: Any, what: str) -> list[str]:
    """Yield marshmallow's nested messages as sentences that begin with the place of the mistake."""
    return [_sentence(path, message, what) for path, message in _walk(messages, ())]


def _sentence(path: tuple[str | int, ...], message: str, what: str) -> str:
    if not (where := place_of(path)):
        return f"{what} {message}"
    return f"{where} {message}" if message.startswith(("is ", "must ", "has ")) else f"{where}: {message}"


def place_of(path: tuple[str | int, ...]) -> str:
    """Return a path in one word: "moves[2].die"."""
    where = ""
    for part in path:
        if isinstance(part, int):
            where += f"[{part}]"
        elif part != "_schema":
            name = show(part)[1:-1]
            where += f".{name}" if where else name
    return where


def _walk(messages: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(messages, Mapping):
        for key, inner in messages.items():
            yield from _walk(inner, (*path, key))
    elif isinstance(messages, (list, tuple)):
        for inner in messages:
            yield from _walk(inner, path)
    else:
        yield path, str(messages)


_SQUARE = re.compile(r"[0-9]{3}", re.ASCII)


def square_field(**options: Any) -> Text:
    return Text("a square number (three digits)", pattern=_SQUARE, longest=3, **options)


def between_field(**options: Any) -> Items:
    """Return a field for a side: its two squares."""
    return Items(square_field(), 2, exactly=True, distinct=True, **options)


class SightSchema(Strict):
    """The query of `.../sight`. Doors are written "043-062"."""

    start = Text("a square", longest=3, required=True, data_key="from")
    end = Text("a square", longest=3, required=True, data_key="to")
    closed = Items(Text("a door", longest=7), 400)
    destroyed = Items(Text("a door", longest=7), 400)


class UploadSchema(OpenSchema):
    """The body of an upload: the object in a file, which is checked when it is read."""


class BroughtBySchema(Strict):
    """The query of an upload: the name of the person who uploads it, which everybody sees."""

    by = Text("a name", longest=24)


class _Spot(Checked):
    """A spot of the plane: two numbers, as the page measures them."""

    def accepts(self, value: Any) -> bool:
        return (
            isinstance(value, list)
            and len(value) == 2
            and all(type(c) in {int, float} and abs(c) <= FARTHEST for c in value)
        )


class LinesSchema(Strict):
    """`POST .../lines`: a Universal VTT without its picture, and three corners of that picture."""

    table = AnyObject(required=True)
    corners = Items(_Spot("two numbers"), 3, exactly=True)

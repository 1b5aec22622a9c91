"""What each route of the API is for, written beside the route so that the description covers them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from marshmallow import Schema

View = TypeVar("View", bound=Callable[..., Any])
DESCRIPTIONS: dict[str, Description] = {}


@dataclass(frozen=True, slots=True)
class Description:
    """One route: a line about it, the schemas of what it reads, its answers, whether it needs a seat.

    `members` are the fields of every successful answer; `kind` is its content type. Where it is `keyed`, a
    request with the same `Idempotency-Key` counts once.
    """

    summary: str
    request: Schema | None = None
    query: Schema | None = None
    answers: Mapping[int, str] = field(default_factory=dict)
    seat: bool = True
    members: tuple[str, ...] = ()
    kind: str = "application/json"
    keyed: bool = False


def described(
    summary: str,
    *,
    request: Schema | None = None,
    query: Schema | None = None,
    answers: Mapping[int, str],
    seat: bool = True,
    members: tuple[str, ...] = (),
    kind: str = "application/json",
    keyed: bool = False,
) -> Callable[[View], View]:
    """Return a decorator that describes a route."""

    def keep(view: View) -> View:
        DESCRIPTIONS[f"{view.__module__}.{view.__name__}"] = Description(
            summary, request, query, answers, seat, members, kind, keyed
        )
        return view

    return keep

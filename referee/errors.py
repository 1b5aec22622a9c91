"""Errors: unusable input from outside, and problems with their HTTP status.

Nothing here knows a web framework.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

INTERRUPTED = 130
"""The exit status of a command that was ended with Ctrl+C."""
_MAX_SENTENCES = 200
"""Most problems kept of one input: more than anybody reads, few enough to send."""


class InputError(ValueError):
    """Input from outside that cannot be used. `problems` are sentences, at least one."""

    def __init__(self, problems: str | Iterable[str]) -> None:
        sentences = (problems,) if isinstance(problems, str) else tuple(problems)
        self.problems: tuple[str, ...] = sentences[:_MAX_SENTENCES]
        super().__init__(self.problems[0])

    @property
    def sentence(self) -> str:
        return self.problems[0]


TITLES: Mapping[int, str] = {
    400: "That cannot be read",
    401: "Who is asking?",
    403: "Not from this seat",
    404: "Not here",
    405: "Not that way",
    408: "Too slow",
    409: "Too late",
    413: "Too long",
    415: "Not in this form",
    422: "That does not fit",
    429: "Too often",
    500: "Our mistake",
    503: "Not now",
}


class Problem(Exception):
    """An error response: its HTTP status, its sentence, and other members.

    `title` is what happened, and `way` what people can do now; "" if the status says it. `onward` is the
    address of the page's button and its label: the start page by default. `without_rules`: the rules of the
    game cannot be shown, so the page does not link to any.
    """

    title = way = ""
    onward = ("/", "Go to the start page")
    without_rules = False

    def __init__(
        self, status: int, detail: str, headers: Mapping[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.more = status, detail, more
        self.headers = dict(headers or {})

    @property
    def heading(self) -> str:
        return self.title or TITLES.get(self.status, "A problem")

    def to_json(self) -> dict[str, Any]:
        """Return the members of the problem document (RFC 9457)."""
        return {
            "type": "about:blank",
            "title": self.heading,
            "status": self.status,
            "detail": self.detail,
            **self.more,
        }


class NeedsRepair(Problem):
    """An error that stays until the host fixes something."""

    way = "Waiting does not help. Tell the person who runs this referee."


class Unavailable(Problem):
    """A missing or unplayable table. A list of tables leaves it out."""


class Full(Problem):
    """The limit set by the host is reached: the server keeps `most` of what `word` names."""

    title = "No room"
    way = "Delete one that nobody needs any more, or ask the person who runs this referee for more room."

    def __init__(self, most: int, word: str) -> None:
        super().__init__(409, f"This server is full: it keeps at most {most} {word}{'s' * (most != 1)}.")


class NotYet(Problem):
    """Something else must be done first."""

    title = "Not yet"

    def __init__(self, detail: str) -> None:
        super().__init__(409, detail)


class MovedOn(Problem):
    """The table has changed since the request was made. A program gets the table as it is now."""

    def show(self, view: Mapping[str, Any]) -> None:
        """Add the view of the seat that asked, as it is now."""
        self.more["view"] = view


class Stale(MovedOn):
    """Somebody else acted first. `version` is the one the request named, if any."""

    def __init__(self, version: int | None = None) -> None:
        super().__init__(409, "The table has moved on since you looked. This is the table now.")
        self._version = version

    def show(self, view: Mapping[str, Any]) -> None:
        """Add the view of the seat that asked, and name both versions if they differ."""
        super().show(view)
        if self._version is not None and self._version != view["version"]:
            self.detail = f"version: {self._version} is out of date; the table is at {view['version']} now."


class Refused(Problem):
    """The rules do not allow it. `ruling` says which rules, as far as the seat may know.

    `moved_on`: an action in progress was abandoned or a value was saved, so the table has a new version.
    """

    def __init__(self, ruling: Mapping[str, Any], *, moved_on: bool = False) -> None:
        super().__init__(422, str(ruling["reason"]), ruling=ruling)
        self.ruling, self.moved_on = ruling, moved_on


def bad_input(error: InputError) -> Problem:
    """Return the error response for unusable input: the first mistake, and all of them if several."""
    more: dict[str, Any] = {"problems": list(error.problems)} if len(error.problems) > 1 else {}
    return Problem(422, error.sentence, **more)


class NothingToDo(Problem):
    """The answer where a batch has not even a first action."""

    def __init__(self, sentence: str) -> None:
        super().__init__(422, sentence)

"""What is wrong with input from outside, in words for the person who gave it."""

from __future__ import annotations

from collections.abc import Iterable

INTERRUPTED = 130
"""The exit status of a command that was ended with Ctrl+C."""
_MOST = 200
"""Most problems kept of one input: more than anybody reads, few enough to send."""


class InputError(ValueError):
    """Input from outside that cannot be used. `problems` are sentences, at least one."""

    def __init__(self, problems: str | Iterable[str]) -> None:
        sentences = (problems,) if isinstance(problems, str) else tuple(problems)
        self.problems: tuple[str, ...] = sentences[:_MOST]
        super().__init__(self.problems[0])

    @property
    def sentence(self) -> str:
        """The first problem, as one sentence."""
        return self.problems[0]

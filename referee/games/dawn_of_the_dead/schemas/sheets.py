"""A counter sheet inside an action, with its fingerprint (R-2.3a)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from referee.errors import InputError
from referee.records.fields import Checked
from referee.records.text import fingerprint, show
from rules.dawn_of_the_dead.equipment import counters_check

LONGEST_NAME = 200


class SheetField(Checked):
    """A counter sheet (`referee-counters/1`) without a mistake."""

    def __init__(self, **options: Any) -> None:
        super().__init__("a counter sheet", **options)

    def accepts(self, value: Any) -> bool:
        """Whether it is an object; what is wrong in one is told by sentences of its own."""
        return isinstance(value, dict)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> Any:
        sheet = super()._deserialize(value, attr, data, **options)
        if problems := counters_check.problems(sheet):
            raise ValidationError([f"is not a valid counter sheet: {problem}" for problem in problems])
        if len(sheet["name"]) > LONGEST_NAME:
            raise ValidationError(f"has a name longer than {LONGEST_NAME} characters.")
        return sheet


def with_fingerprint(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data of an action; where it holds a counter sheet, with its fingerprint as `sha256`.

    Raises InputError for a fingerprint that is another sheet's.
    """
    sheet = data.get("sheet")
    if not isinstance(sheet, dict):
        return data
    sha256 = fingerprint(sheet)
    if data.get("sha256", sha256) != sha256:
        raise InputError(f"sha256: {show(data['sha256'])} is not the fingerprint of this sheet.")
    return {**data, "sha256": sha256}

"""Of a table that one test goes through, every row is checked, and each row with a fault is named."""

from __future__ import annotations

import pytest

from tests.rows import each


def test_every_row_with_a_fault_is_named_whatever_the_fault() -> None:
    """`pytest.raises` that meets no error and `pytest.fail` raise what is no Exception."""
    asked: list[str] = []

    def check(row: str) -> None:
        asked.append(row)
        if row == "raises nothing":
            with pytest.raises(KeyError):
                pass
        if row == "fails":
            pytest.fail("said so")
        assert row != "is wrong"

    rows = ["raises nothing", "sound", "fails", "is wrong", "sound too"]
    with pytest.raises(ExceptionGroup) as told:
        each(zip(rows, strict=True), check)
    assert asked == rows
    assert "3 of 5 rows" in str(told.value)
    named = [row for row in rows if f"('{row}',)" in str(told.value)]
    assert named == ["raises nothing", "fails", "is wrong"]


def test_a_table_without_rows_is_a_fault() -> None:
    with pytest.raises(AssertionError):
        each([], print)

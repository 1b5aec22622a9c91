"""Where cases are found: the address of each, for every tag that a finger can open."""

from __future__ import annotations

from rules.dawn_of_the_dead.rulebook import rulebook

SYSTEM = "dawn-of-the-dead"


def case_url(number: str) -> str:
    """Return the address of a case (`6.4`) or, at its case, of a ruling (`R-6.4c`)."""
    case = rulebook().rulings.get(number)
    return f"/rules/{SYSTEM}/{case}#{number}" if case else f"/rules/{SYSTEM}/{number}"


def known(number: str) -> bool:
    """Whether the rulebook has the case."""
    return rulebook().unknown(number) is None

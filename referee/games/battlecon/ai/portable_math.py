"""Exponentials and logarithms that are identical on every machine, to the last bit.

The referee's choices are recomputed from the sealed seed, maybe on another machine (`referee verify`). The
`exp` and `log` of Python are those of the machine's C library, and two libraries differ in the last digit.
These only add, multiply and divide, which IEEE 754 fixes. Sums of many figures are made with
`math.fsum`, because `sum` rounds differently since Python 3.12.
"""

from __future__ import annotations

from math import frexp, ldexp

_LN_2 = 0.6931471805599453
_HALF_ROOT = 0.7071067811865476
_LOG_TERMS = range(21, 0, -2)


def exp(x: float) -> float:
    """Return e to the power of `x`, to ten digits, for `x` from -700 to 700."""
    whole = round(x / _LN_2)
    r = x - whole * _LN_2
    near = 1 + r / 9
    near = 1 + r / 7 * (1 + r / 8 * near)
    near = 1 + r / 5 * (1 + r / 6 * near)
    near = 1 + r / 3 * (1 + r / 4 * near)
    return ldexp(1 + r * (1 + r / 2 * near), whole)


def log(x: float) -> float:
    """Return the natural logarithm of a figure above 0, to fourteen digits."""
    fraction, twos = frexp(x)
    if fraction < _HALF_ROOT:
        fraction, twos = fraction * 2, twos - 1
    ratio = (fraction - 1) / (fraction + 1)
    square, series = ratio * ratio, 0.0
    for power in _LOG_TERMS:
        series = series * square + 1 / power
    return 2 * ratio * series + twos * _LN_2

"""Text from outside: strict JSON, the same bytes each time for the same output, and what people type."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

from referee.errors import InputError

Json = Mapping[str, Any]
"""One JSON object."""
LONGEST = 4_000_000
"""Most bytes of JSON read at once; the largest map has a tenth of that."""

_MAX_MEMBERS = 10_000
"""Most members of one object: far more than any format here has. Each unknown one is reported."""
_SHOWN = 40
_LINE = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": "))


def show(value: Any, most: int = _SHOWN) -> str:
    """Return a value as it was written, on one line and shortened, for a sentence about it."""
    if isinstance(value, (list, dict)) and len(value) > _SHOWN:
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)} items"
    if isinstance(value, str):
        written = json.dumps(value if len(value) <= most else value[: most - 1] + "…", ensure_ascii=False)
        # JSON can write half a character and UTF-8 cannot: show it as it was written.
        return written.encode("utf-8", "backslashreplace").decode()
    try:
        text = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def read_json(text: str | bytes, what: str = "The input", most: int = LONGEST) -> Any:
    """Return the value of a JSON text of at most `most` bytes.

    Raises InputError, with one sentence that begins with `what`, for anything that is not JSON, and for
    an object that names a field twice: one of the two would be lost silently.
    """
    if len(text) > most:
        raise InputError(f"{what} is longer than {most} bytes.")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_named_once)
    except InputError as error:
        raise InputError(f"{what} {error.sentence}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{what} is not UTF-8 text (byte {error.start + 1}).") from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"{what} is not JSON: {error.msg.lower().removesuffix(' at')} at line {error.lineno},"
            f" column {error.colno}."
        ) from None
    except RecursionError:
        raise InputError(f"{what} is nested too deeply.") from None
    except ValueError:
        # The only other thing Python refuses: a number long enough to keep it busy.
        raise InputError(f"{what} has a number of too many digits.") from None


def dump_line(data: Any) -> str:
    """Return data as JSON on one line, keys in the order given."""
    return _LINE.encode(data)


def canonical(data: Any) -> str:
    """Return the canonical JSON of `data`: keys sorted, no spaces, only the escapes that JSON requires."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def fingerprint(data: Any) -> str:
    """Return the SHA-256 of the canonical JSON of `data`, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical(data).encode("utf-8", "surrogatepass")).hexdigest()


def _refuse_constant(name: str) -> NoReturn:
    raise InputError(f"is not JSON: {name} is not a JSON number.")


def _named_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(members) > _MAX_MEMBERS:
        raise InputError(f"has an object of {len(members)} fields; {_MAX_MEMBERS} are the most.")
    mapping = dict(members)
    if len(mapping) != len(members):
        twice, _ = Counter(name for name, _ in members).most_common(1)[0]
        raise InputError(f"names {show(twice)} twice in one object.")
    return mapping


def plain(text: str) -> str:
    """Return a code, a number or words to look for with full-width letters and other digits made plain."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter
        for letter in unicodedata.normalize("NFKC", text)
    )

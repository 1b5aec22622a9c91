"""Measure the survey's proposals: `python -m tools.survey_eval PHOTO MAP.json`.

It prints one JSON object; docs/survey.md says what its figures mean.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from tools.survey_eval.measuring import measured


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, measure, and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m tools.survey_eval", description=__doc__)
    parser.add_argument("photo", type=Path, help="any picture; PHOTO.json beside it tells the four corners")
    parser.add_argument("map", type=Path, help="the truth, as referee-map/1")
    parser.add_argument("--seed", type=int, default=0, help="for the jitter of the finger and the examples")
    parser.add_argument(
        "--wrong", action="store_true", help="tell which cuts, sides and symbols are wrong, too"
    )
    given = parser.parse_args(arguments)
    data = json.loads(given.map.read_text(encoding="utf-8"))
    corners = json.loads(given.photo.with_suffix(".json").read_text(encoding="utf-8"))["corners"]
    figures, wrong = measured(given.photo, corners, data, given.seed)
    print(json.dumps(figures | ({"wrong": wrong} if given.wrong else {})))


if __name__ == "__main__":
    main()

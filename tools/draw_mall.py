"""Draw the mall: turn the plan below into the map file that the game ships.

    python tools/draw_mall.py            # writes rules/dawn_of_the_dead/data/maps/mall.json
    python tools/draw_mall.py --check    # exit status 1 if the file is not what the plan gives

The plan is a reconstruction. It agrees with what the rulebook tells of the printed map (2.1, 3.1, 6.4, 6.7,
12.0, 13.0; `rules.dawn_of_the_dead.equipment.map_check` proves each fact) and invents the rest.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules.board.board import Board, Pair, pair  # noqa: E402  (run as a script, the packages lie one folder up)

TARGET = ROOT / "rules" / "dawn_of_the_dead" / "data" / "maps" / "mall.json"

HALLS = {
    "main": "Main Hall",
    "north": "North Hall",
    "arcade": "North Arcade",
    "court": "Fountain Court",
    "south": "South Hall",
    "passage": "South Arcade",
}
STORES = {
    "office": "Mall Office",
    "books": "Larkin Books",
    "shoes": "Two Left Feet",
    "keys": "Key & Heel",
    "fabrics": "Marigold Fabrics",
    "stock": "Stockroom",
    "toys": "Tick-Tock Toys",
    "furniture": "Castellan Furniture",
    "rowe": "Hadley & Rowe",
    "records": "Platter Palace",
    "bridal": "The Bridal Path",
    "grill": "Fountain Grill",
    "jewels": "Cameo Jewels",
    "kettle": "Kettle & Pan",
    "denim": "Denim Depot",
    "games": "Silver Ball",
    "drugs": "Sundial Drugs",
    "edwins": "Edwin's Sports Center",
    "pets": "Perkin's Pets",
    "yarns": "Loom & Needle",
    "lantern": "Copper Lantern",
    "cameras": "Focal Point",
    "foods": "Harvest Home Foods",
    "variety": "Five & Nine",
    "gifts": "Candlewick Gifts",
}

# A line is a row of squares: where it begins (x), how high it is, then the areas from left to right with the
# width of each of their squares. `*` marks a Zombie Placement Symbol, `@` a Character Placement Symbol.
PLAN = """
 24 12 | office 8 8* 8 | north 8  | keys 8 8 | fabrics 12 12 | stock 8@ 8@ | toys 10 11* 11 | furniture 8 9 9* 7 7
 24 12 | books 8 8* 8  | north 8* 8 8 | fabrics 8* 8 8 | stock 8@ 8@ | toys 10 11 11 | furniture 8 7 8* 9 8
 24 12 | books 8 8 8   | north 8 8 8* | arcade 8 8 8* 8 8 10 11* 11 8 | rowe 8 8 8* 8
 24 12 | shoes 8 8* 8  | north 8* | records 8 8* 8 | bridal 8 8 8 | grill 12 12 | jewels 8 8* | rowe 8 9 8* 7 8
 24 13 | shoes 8 8* 8  | north 8  | records 6 8 10 | bridal 12* 12 | court 12* 12 | jewels 16 | rowe 8 8 8* 8 8
  0 13 | main 8 8 8* 8 8 8* 8 8 8* 8 8 8 8* 8 8 8 8 8* 8 8 8* 8 8 8 8
 16 13 | kettle 12 12* | denim 8 8 8* | games 8 8 | drugs 12 12 | court 8 8* 8 | lantern 8 8 | cameras 8 8* | foods 8 8 8
 16 12 | kettle 8 8 8 | denim 12 12 | games 8 8* | drugs 10 11* 11 | south 8 | lantern 8 8* 8 | cameras 8 8 | foods 8 8* 8
 16 12 | edwins 10 10 10* 9 9 | passage 12 12* 8 8 8 | south 8* | variety 8 8* 8 8 8 | foods 8 8* 8
 16 12 | edwins 11 9 9 10* 9 | pets 12 12 | yarns 8 8 8 | south 8* | variety 8 9 7 9* 7 | foods 8 8 8
 16 12 | edwins 12 12* 12 12 | pets 8 8* 8 | yarns 12 12 | south 8 | gifts 8 8 8 8 8 | foods 8 8* 8
108 12 | south 16
"""

GLASS_DOORS = """
040-041 076-096 026-045 031-050 033-052 052-071 089-112 091-114 043-062 081-101 083-103 048-067 068-086 087-109
095-118 099-121 105-126 160-161 162-181 164-183 109-130 113-134 115-136 166-167
"""
SOLID_DOORS = """
003-004 038-057 006-024 008-009 010-011 028-047 013-014 036-055 046-065
138-157 101-123 144-162 202-203 129-148 111-132 151-170 190-191 203-204 189-207
"""

# Walls inside a store; between different areas there is a wall anyway, unless both are halls.
PARTITIONS = """
176-177 177-178 159-178 035-036 073-074 054-072 153-154 154-155 172-173 173-174 191-192 192-193 169-188
"""

MAIN_DOORS = {
    "north": ("004", "top"),
    "west": ("093", "left"),
    "east": ("117", "right"),
    "south": ("212", "bottom"),
}
RIFLES = {"square": "177", "count": 2}


def areas() -> list[dict[str, str]]:
    """Return the halls and stores."""
    kinds = (("hall", HALLS), ("store", STORES))
    return [{"id": i, "name": n, "kind": kind} for kind, names in kinds for i, n in names.items()]


def squares() -> Iterator[dict[str, Any]]:
    """Yield the squares of the plan, numbered by rows from the top, each row from left to right."""
    number, top = 0, 0
    for line in PLAN.strip().splitlines():
        head, *runs = line.split("|")
        left, height = map(int, head.split())
        for run in runs:
            area, *widths = run.split()
            for token in widths:
                number += 1
                right, bottom = left + int(token.strip("*@")), top + height
                square: dict[str, Any] = {"id": f"{number:03}", "area": area}
                square["outline"] = [[left, top], [right, top], [right, bottom], [left, bottom]]
                square["symbols"] = ["zombie"] * ("*" in token) + ["character"] * ("@" in token)
                yield square
                left = right
        top += height


def named_sides(text: str) -> list[Pair]:
    """Return the sides written as 003-004."""
    return [pair(*word.split("-")) for word in text.split()]


def sides(board: Board) -> Iterator[dict[str, Any]]:
    """Yield the sides that are not open, in order. Raises KeyError if the two squares do not touch."""
    kinds = dict.fromkeys(named_sides(PARTITIONS), "wall")
    kinds |= dict.fromkeys(named_sides(GLASS_DOORS), "glass_door")
    kinds |= dict.fromkeys(named_sides(SOLID_DOORS), "solid_door")
    for between in kinds:
        board.sides[between]
    for between in board.sides:
        one, other = (board.squares[s].area for s in between)
        apart = one.id != other.id and not one.kind == other.kind == "hall"
        kind = kinds.get(between, "wall" if apart else "open")
        if kind != "open":
            yield {"between": list(between), "kind": kind}


def main_door(name: str, square: Mapping[str, Any], edge: str) -> dict[str, Any]:
    """Return a main door as long as one edge of a square."""
    corners = square["outline"]
    first = ("top", "right", "bottom", "left").index(edge)
    segment = [corners[first], corners[(first + 1) % 4]]
    return {"name": name, "square": square["id"], "segment": segment}


def mall() -> dict[str, Any]:
    """Return the mall as map data (`referee-map/1`)."""
    data: dict[str, Any] = {
        "format": "referee-map/1",
        "name": "The mall (reconstruction)",
        "provenance": "reconstruction",
        "depicts": "mall",
        "areas": areas(),
        "squares": list(squares()),
    }
    by_id = {s["id"]: s for s in data["squares"]}
    data["sides"] = list(sides(Board.from_json(data)))
    data["main_doors"] = [main_door(n, by_id[s], edge) for n, (s, edge) in MAIN_DOORS.items()]
    return data | {"rifles": RIFLES, "special": {"edwins": "edwins"}}


def written(data: Mapping[str, Any]) -> str:
    """Return map data as JSON text, one item a line, for diffs that show only changed items."""
    fields = []
    for name, value in data.items():
        if isinstance(value, list):
            items = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in value)
            fields.append(f" {json.dumps(name)}: [\n{items}\n ]")
        else:
            fields.append(f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def main(arguments: list[str]) -> int:
    """Write the map file, or with `--check` compare it and return 1 if it differs."""
    text = written(mall())
    if "--check" in arguments:
        return int(TARGET.read_text(encoding="utf-8") != text)
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

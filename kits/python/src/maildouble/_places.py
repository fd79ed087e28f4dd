from __future__ import annotations

import sys

_places: dict[tuple[str, str], str] = {}


def remember(world: str, name: str) -> None:
    """Remembers the line of the test that adds a fault."""
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "maildouble":
        frame = frame.f_back
    _places[world, name] = f"{frame.f_code.co_filename}:{frame.f_lineno}"


def place_of(world: str, name: str) -> str | None:
    """The line that has added a fault, if this process did."""
    return _places.get((world, name))


def forget(world: str) -> None:
    """Forgets the faults of a world."""
    for key in [key for key in _places if key[0] == world]:
        del _places[key]

"""The world of a test: its id, its creation, and its faults that must fire."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from typing import Any, cast

import pytest

from . import types
from ._errors import MaildoubleError, RefusedError
from ._places import forget, place_of
from ._sync.client import Maildouble
from ._sync.world import World

TITLE_MAX = 40
ALIKE_MAX = 50
DESCRIBED_MAX = 100


def world_id(item: pytest.Item) -> str:
    """An id made from the name of the test and a digest of its place, which is the same in each run."""
    plain = unicodedata.normalize("NFKD", item.name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain.removeprefix("test_")).strip("-")
    # A widely used SDK replaces this word in base URLs with the name of a datacenter.
    title = words.replace("server", "srv")[:TITLE_MAX].rstrip("-") or "test"
    digest = hashlib.sha256(item.nodeid.encode()).hexdigest()[:6]
    # pytest-rerunfailures counts the attempts of a test.
    attempt = int(getattr(item, "execution_count", 1)) - 1
    return f"{title}-{digest}" + (f"-retry{attempt}" if attempt > 0 else "")


def new_world(maildouble: Maildouble, identifier: str, options: dict[str, Any]) -> World:
    """Creates the world of a test. If its id is taken by another run on the same server, a number is appended."""
    for number in range(1, ALIKE_MAX + 1):
        try:
            given = {"id": identifier if number == 1 else f"{identifier}-{number}", **options}
            return World(maildouble.control, maildouble.control.create_world(cast("types.CreateWorld", given)))
        except RefusedError as error:
            pointers = [each["pointer"] for each in error.problem.get("errors", [])]
            if error.status != 409 or "/id" not in pointers or "id" in options:
                if "/scenario" in pointers:
                    raise MaildoubleError(f"{error}\nYour own scenarios are in the folder that MAILDOUBLE_SCENARIO_DIR names.") from None
                raise
    raise MaildoubleError(f"{ALIKE_MAX} worlds are named {identifier} already.")


def unfired_faults(world: World) -> str | None:
    """A text about the faults of a world that must fire and did not. None if there are none."""
    try:
        counts = world.status()["counts"]
    except RefusedError:
        # The test has deleted its world.
        return None
    if "faults" not in counts and "delivery_faults" not in counts:
        return None
    faults = [(f"fault {each['id']}", each["seen"], json.dumps(each["match"])) for each in world.faults.list(unfired=True)]
    faults += [
        (f"delivery fault {each['id']}", each["seen"], json.dumps(each["match"])) for each in world.delivery_faults.list(unfired=True)
    ]
    if not faults:
        return None
    lines = ["Faults of this test must fire and did not:"]
    for name, seen, match in faults:
        place = place_of(world.id, name)
        lines.append(f"  {name}, which {seen or 'nothing'} matched: {match[:DESCRIBED_MAX]}" + (f" (added at {place})" if place else ""))
    forget(world.id)
    return "\n".join(lines)

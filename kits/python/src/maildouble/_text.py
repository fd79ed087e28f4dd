from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta, timezone
from typing import Any, cast
from urllib.parse import quote, urlsplit

from typing_extensions import TypeAlias

from . import types
from ._errors import MaildoubleError

Duration: TypeAlias = str | int | timedelta
"""A duration in ISO 8601 such as `PT31S`, milliseconds, or a timedelta."""


def path_of(template: str, **places: str | int) -> str:
    """The path of an operation with its parameters."""
    for name, value in places.items():
        template = template.replace("{" + name + "}", quote(str(value), safe=""))
    return template


def query_of(query: Mapping[str, Any]) -> dict[str, str]:
    """Query parameters as the control API takes them."""
    return {name: _queried(value) for name, value in query.items() if value is not None}


def _queried(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(item) for item in cast("Iterable[object]", value))
    return str(value)


def duration_of(given: Duration) -> str | int:
    """A duration as the control API takes it."""
    return round(given / timedelta(milliseconds=1)) if isinstance(given, timedelta) else given


SPAN = re.compile(r"P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?")


def span_of(given: Duration) -> timedelta:
    """A duration as a timedelta."""
    if isinstance(given, timedelta):
        return given
    if isinstance(given, int):
        return timedelta(milliseconds=given)
    found = SPAN.fullmatch(given)
    if not found or given.endswith(("P", "T")):
        raise MaildoubleError(f"{given!r} is not a duration. Use one such as 'PT31S' or 'P1D', milliseconds, or a timedelta.")
    weeks, days, hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)


def instant_of(given: str | datetime) -> str:
    """An instant as the control API takes it. A datetime without a time zone is in UTC."""
    if isinstance(given, str):
        return given
    aware = given if given.tzinfo else given.replace(tzinfo=timezone.utc)
    return aware.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def datetime_of(instant: str) -> datetime:
    """An instant of the control API."""
    return datetime.fromisoformat(instant.replace("Z", "+00:00"))


def service_path(world: str, base_url: str, given: str) -> tuple[str, bool]:
    """A path below `/3.0`, or a URL that the service has issued, from the root of the server; and whether the key is sent along."""
    prefix = "" if world == "default" else f"/_worlds/{quote(world, safe='')}"
    if given.lower().startswith(("http:", "https:")):
        if not given.startswith(f"{base_url}/"):
            raise MaildoubleError(f'{given} is outside this world, which is at {base_url}. Use a path below /3.0, such as "/lists".')
        below = given[len(base_url) :]
    else:
        below = given if given.startswith("/") else f"/{given}"
        if not below.startswith(("/3.0/", "/3.0?")) and below != "/3.0":
            below = f"/3.0{below}"
    return prefix + below, urlsplit(below).path.startswith("/3.0")


SHOWN_MAX = 5
WIDTH_MAX = 29


def verdict_text(expected: types.VerifyRequests, verdict: types.Verdict, calls: Mapping[str, types.RequestDetail]) -> str:
    """Why a verification failed: what was expected, and the calls that come closest to it or are too many."""
    lines = [_headline(expected, verdict), "", *_sought(expected)]
    if verdict["closest"]:
        lines += ["", "Closest"]
        for each in verdict["closest"]:
            lines += [f"  {call_line(calls.get(each['id']))}"]
            rows = [("", "expected", "actual")]
            rows += [
                (difference["at"] or "body", _shown(difference["expected"]), _shown(difference["actual"]))
                for difference in each["differences"]
            ]
            lines += aligned(rows, "    ")
    elif verdict["requests"]:
        lines += ["", "What matched"]
        for identifier in verdict["requests"][:SHOWN_MAX]:
            call = calls.get(identifier)
            lines += [f"  {call_line(call)}", *([f"    {_cut(call['request']['body'], 94)}"] if call and call["request"]["body"] else [])]
    elif verdict["matched"] == 0:
        lines += ["", "There were no calls. Does the application use the base URL of this world, and its key?"]
    return "\n".join(lines)


def _headline(expected: types.VerifyRequests, verdict: types.Verdict) -> str:
    count = expected.get("count") or {"at_least": 1}
    wanted = " and ".join(f"{name.replace('_', ' ')} {number} call{'' if number == 1 else 's'}" for name, number in count.items())
    found = "none did" if verdict["matched"] == 0 else f"{verdict['matched']} did"
    if verdict["verdict"] == "inconclusive":
        return f"Cannot tell: expected {wanted} to match, and {found} for certain. {verdict['evicted']} calls were evicted."
    return f"Expected {wanted} to match, but {found}."


def _sought(expected: types.VerifyRequests) -> list[str]:
    match = cast("dict[str, Any]", expected.get("match") or {})
    rows: list[tuple[str, ...]] = []
    for name, value in match.items():
        if name in ("headers", "query"):
            rows += [(f"{name}.{key}", _shown(each)) for key, each in value.items()]
        elif name == "body":
            rows += [(key, _shown(each)) for key, each in value.items()]
        else:
            rows += [(name, _shown(value))]
    return ["Looked for", *aligned(rows)] if rows else ["Expected any call."]


def call_line(call: types.RequestDetail | None) -> str:
    """A call in one line."""
    if call is None:
        return "a call that was evicted"
    answer = "not answered" if call["status"] is None else f"answered {call['status']}"
    return f"{call['method']} {_cut(call['path'], 70)}, {answer}"


def aligned(rows: Iterable[tuple[str, ...]], indent: str = "  ") -> list[str]:
    """Rows as lines with columns."""
    table = list(rows)
    widths = [max(len(row[at]) for row in table) for at in range(len(table[0]))] if table else []
    return [indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _shown(value: object) -> str:
    return "nothing" if value is None else _cut(json.dumps(value, ensure_ascii=False), WIDTH_MAX)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"

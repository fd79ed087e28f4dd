from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, cast

from . import types

SHOWN_MAX = 5
WIDTH_MAX = 29


def verdict_text(expected: types.VerifyRequests, verdict: types.Verdict, calls: Mapping[str, types.RequestDetail]) -> str:
    """Why a verification failed: what was expected, and the calls that come closest to it or are too many."""
    lines = [_headline(expected, verdict), "", *_sought(expected)]
    if verdict["closest"]:
        lines += ["", "Closest"]
        for each in verdict["closest"]:
            lines += [f"  {_call_line(calls.get(each['id']))}"]
            rows = [("", "expected", "actual")]
            rows += [
                (difference["at"] or "body", _shown(difference["expected"]), _shown(difference["actual"]))
                for difference in each["differences"]
            ]
            lines += _aligned(rows, "    ")
    elif verdict["requests"]:
        lines += ["", "What matched"]
        for identifier in verdict["requests"][:SHOWN_MAX]:
            call = calls.get(identifier)
            lines += [f"  {_call_line(call)}", *([f"    {_cut(call['request']['body'], 94)}"] if call and call["request"]["body"] else [])]
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
    return ["Looked for", *_aligned(rows)] if rows else ["Expected any call."]


def _call_line(call: types.RequestDetail | None) -> str:
    """A call in one line."""
    if call is None:
        return "a call that was evicted"
    answer = "not answered" if call["status"] is None else f"answered {call['status']}"
    return f"{call['method']} {_cut(call['path'], 70)}, {answer}"


def _aligned(rows: Iterable[tuple[str, ...]], indent: str = "  ") -> list[str]:
    """Rows as lines with columns."""
    table = list(rows)
    widths = [max(len(row[at]) for row in table) for at in range(len(table[0]))] if table else []
    return [indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def _shown(value: object) -> str:
    return "nothing" if value is None else _cut(json.dumps(value, ensure_ascii=False), WIDTH_MAX)


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"

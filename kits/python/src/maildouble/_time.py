from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from typing_extensions import TypeAlias

from ._errors import MaildoubleError

Duration: TypeAlias = str | int | timedelta
"""A duration in ISO 8601 such as `PT31S`, milliseconds, or a timedelta."""


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

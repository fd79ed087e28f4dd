from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast
from urllib.parse import quote, urlsplit

from ._errors import MaildoubleError


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

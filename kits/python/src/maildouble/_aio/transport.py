from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import httpx

from .. import types
from .._connections import async_limits
from .._errors import RefusedError, UnreachableError
from .._paths import query_of

# The traceback of a failed test ends at the line of the test.
__tracebackhide__ = True

# In seconds. A call of the control API with `wait` may take minutes.
TIMEOUT = httpx.Timeout(60.0, read=330.0)


class AsyncTransport:
    """Sends calls to one server."""

    def __init__(self, url: str, control_token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.control_token = control_token
        self.client = httpx.AsyncClient(
            base_url=self.url,
            timeout=TIMEOUT,
            trust_env=False,
            verify=self.url.startswith("https:"),
            limits=async_limits(),
        )

    async def call(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: object = None) -> Any:
        """Calls an operation of the control API and parses its answer."""
        response = await self._send(method, path, query, body)
        return response.json() if response.content else None

    async def text(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: object = None) -> str:
        """Calls an operation of the control API whose answer is no JSON."""
        return (await self._send(method, path, query, body)).text

    async def _send(self, method: str, path: str, query: Mapping[str, Any] | None, body: object) -> httpx.Response:
        headers = {"authorization": f"Bearer {self.control_token}"} if self.control_token else {}
        if method != "GET":
            headers["content-type"] = "application/json"
        content = None if body is None else json.dumps(body).encode()
        try:
            response = await self.client.request(
                method, f"/_control{path}", params=query_of(query or {}), content=content, headers=headers
            )
        except httpx.TransportError as error:
            raise UnreachableError(
                f"No maildouble answers at {self.url} ({error}). Start one with `maildouble serve`, or unset MAILDOUBLE_URL, so that the tests "
                "start their own."
            ) from None
        if response.is_success:
            return response
        problem = _problem_in(response)
        if problem is None:
            begin = " ".join(response.text.split())[:100]
            raise UnreachableError(
                f"What answers at {self.url} is not a maildouble, or a proxy answers instead: it answered {response.status_code}, {begin}"
            )
        raise RefusedError(f"{method} /_control{path}", problem)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self.client.aclose()



def _problem_in(response: httpx.Response) -> types.ControlProblem | None:
    try:
        problem = response.json()
    except ValueError:
        return None
    return cast("types.ControlProblem", problem) if isinstance(problem, dict) and "detail" in problem else None

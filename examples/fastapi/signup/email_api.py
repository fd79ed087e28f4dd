from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from hashlib import md5
from typing import Any

import httpx

# An account may have ten connections, and other programs need some of them.
CONNECTIONS = 6
TIMEOUT_SECONDS = 120
FIRST_PAUSE = 0.5
PATIENCE = 300.0

Pause = Callable[[float], Awaitable[object]]


class CallError(Exception):
    """A call failed. Programs decide by `status` and `title`; the message is for people. Without a status, the answer was lost."""

    def __init__(self, message: str, status: int | None = None, title: str = "", retry_after: float = 0.0) -> None:
        super().__init__(message)
        self.status = status
        self.title = title
        self.retry_after = retry_after

    @property
    def is_temporary(self) -> bool:
        """Whether a later attempt makes sense: the service is busy, broken or unreachable."""
        return self.status is None or self.status == 429 or self.status >= 500

    def allows_another(self, method: str) -> bool:
        """Any call may be retried if the service asks for it. If it is unknown whether a call was done, only an idempotent one may."""
        return self.status in (429, 503) or (method != "POST" and self.is_temporary)


class EmailApi:
    """Calls the email service. Tests give another `pause`."""

    def __init__(self, url: str, key: str, pause: Pause = asyncio.sleep) -> None:
        self.pause = pause
        self._client = httpx.AsyncClient(base_url=url, auth=("any", key), timeout=TIMEOUT_SECONDS)
        self._connections = asyncio.Semaphore(CONNECTIONS)

    async def call(self, method: str, path: str, body: object = None, *, patience: float = PATIENCE) -> Any:
        """Retries temporary failures for as long as `patience` allows, in seconds."""
        waited = 0.0
        attempt = 0
        while True:
            try:
                async with self._connections:
                    return await self._send(method, path, body)
            except CallError as error:
                if not error.allows_another(method):
                    raise
                # Doubles each time, with jitter for programs that were rejected at the same time.
                seconds = max(error.retry_after, FIRST_PAUSE * 2**attempt * (1 + random.random()))
                waited += seconds
                attempt += 1
                if waited > patience:
                    raise
            await self.pause(seconds)

    async def download(self, url: str) -> bytes:
        """Reads a URL that needs no key."""
        async with httpx.AsyncClient() as client:
            return (await client.get(url)).raise_for_status().content

    async def close(self) -> None:
        await self._client.aclose()

    async def _send(self, method: str, path: str, body: object) -> Any:
        try:
            response = await self._client.request(method, path, json=body)
            answer = response.json()
        except (httpx.TransportError, ValueError) as error:
            raise CallError(f"{method} {path} was not answered: {error!r}") from error
        if response.is_success:
            return answer
        raise CallError(
            f"{answer['title']}: {answer['detail']} (request {response.headers.get('x-request-id')})",
            response.status_code,
            answer["title"],
            float(response.headers.get("retry-after", 0)),
        )


def member_path(list_id: str, email: str) -> str:
    """The path of a member: the hash is the MD5 of the lower-case address."""
    return f"/lists/{list_id}/members/{md5(email.lower().encode()).hexdigest()}"

from __future__ import annotations

import os
from types import TracebackType

from typing_extensions import Self, Unpack

from .. import types
from .calls import AsyncControlApi
from .transport import AsyncTransport
from .world import AsyncWorld

# The traceback of a failed test ends at the line of the test.
__tracebackhide__ = True

DEFAULT_URL = "http://127.0.0.1:4030"


class AsyncMaildouble:
    """A connection to a server."""

    def __init__(self, url: str, control_token: str | None = None) -> None:
        self._transport = AsyncTransport(url, control_token)
        self.control = AsyncControlApi(self._transport)
        """The operations of the control API, each by its name."""
        self.worlds = AsyncWorlds(self.control)
        """The worlds of the server."""

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._transport.url

    @property
    def control_token(self) -> str | None:
        """The token of the control API, if it requires one."""
        return self._transport.control_token

    async def health(self) -> types.Health:
        """Whether the server is running, and its version."""
        return await self.control.get_health()

    async def aclose(self) -> None:
        """Closes the connections. The server keeps running."""
        await self._transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.aclose()


class AsyncWorlds:
    """The worlds of a server."""

    def __init__(self, api: AsyncControlApi) -> None:
        self._api = api

    async def create(self, **options: Unpack[types.CreateWorld]) -> AsyncWorld:
        """Creates a world. Its clock is frozen unless `clock` says otherwise."""
        return AsyncWorld(self._api, await self._api.create_world(options))

    async def get(self, identifier: str = "default") -> AsyncWorld:
        """An existing world; `default` always exists."""
        return AsyncWorld(self._api, await self._api.get_world(identifier))

    async def list(self) -> list[AsyncWorld]:
        """All worlds, in the order of their creation."""
        return [AsyncWorld(self._api, each) for each in (await self._api.get_worlds())["worlds"]]


def async_connect(url: str | None = None, control_token: str | None = None) -> AsyncMaildouble:
    """Connects to a server: by default the one of MAILDOUBLE_URL and MAILDOUBLE_CONTROL_TOKEN, or http://127.0.0.1:4030."""
    address = url or os.environ.get("MAILDOUBLE_URL") or DEFAULT_URL
    return AsyncMaildouble(address, control_token or os.environ.get("MAILDOUBLE_CONTROL_TOKEN") or None)

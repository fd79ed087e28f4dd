from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Literal

import httpx
from typing_extensions import Self, Unpack

from .. import types
from .._errors import RefusedError
from .._paths import service_path
from .._webhooks import Application
from .calls import AsyncControlApi, AsyncTriggers, EventName
from .parts import (
    AsyncClock,
    AsyncDeliveries,
    AsyncDeliveryFaults,
    AsyncEmails,
    AsyncFaults,
    AsyncOutages,
    AsyncRequests,
    AsyncSettings,
    AsyncSnapshots,
    AsyncState,
)
from .receiver import AsyncReceiver

# The traceback of a failed test ends at the line of the test.
__tracebackhide__ = True


class AsyncWorld(AsyncTriggers):
    """An account at the double, with its own data, clock and key. Worlds share nothing, so each test can have its own."""

    def __init__(self, api: AsyncControlApi, seen: types.World) -> None:
        self._api = api
        self.created = seen
        """The world as the control API described it at first."""
        self.id = seen["id"]
        """The id of the world."""
        self.scenario = seen["scenario"]
        """The scenario it was created from."""
        self.seed = seen["seed"]
        """The seed of its ids and randomness."""
        self.api_key = seen["api_key"]
        """The API key of the application; it selects this world."""
        self.dc = seen["dc"]
        """The datacenter at the end of the key."""
        self.base_url = seen["base_url"]
        """The base URL of the service's API for this world, without `/3.0`."""
        self.api_url = f"{seen['base_url']}/3.0"
        """The base URL of the service's API for this world, with `/3.0`."""
        self.root_url = seen["root_url"]
        """The address of the server itself, without `/3.0`. There the key alone selects this world."""
        self.auth_url = seen["auth_url"]
        """The base URL of `/oauth2` for this world."""
        self.oauth = seen["oauth"]
        """The registered application."""
        self.clock = AsyncClock(api, self.id)
        """The time of the world."""
        self.faults = AsyncFaults(api, self.id)
        """Faults in calls of the service."""
        self.delivery_faults = AsyncDeliveryFaults(api, self.id)
        """Faults in the deliveries of webhooks."""
        self.outages = AsyncOutages(api, self.id)
        """The outages of the scenario."""
        self.requests = AsyncRequests(api, self.id)
        """The received calls."""
        self.deliveries = AsyncDeliveries(api, self.id)
        """The webhook deliveries."""
        self.emails = AsyncEmails(api, self.id)
        """The emails that the service has sent."""
        self.snapshots = AsyncSnapshots(api, self.id)
        """The snapshots."""
        self.settings = AsyncSettings(api, self.id)
        """The settings, for behaviour that the service leaves open."""
        self.state = AsyncState(api, self.id)
        """The rows, table by table."""
        self.receivers: list[AsyncReceiver] = []
        """The receivers that are open."""

    @property
    def variables(self) -> dict[str, str]:
        """Environment variables by which an application finds this world."""
        token = self._api.transport.control_token
        return {
            "MAILDOUBLE_URL": self._api.transport.url,
            **({"MAILDOUBLE_CONTROL_TOKEN": token} if token else {}),
            "MAILDOUBLE_WORLD": self.id,
            "MAILDOUBLE_BASE_URL": self.base_url,
            "MAILDOUBLE_API_URL": self.api_url,
            "MAILDOUBLE_API_KEY": self.api_key,
            "MAILDOUBLE_AUTH_URL": self.auth_url,
            "MAILDOUBLE_OAUTH_CLIENT_ID": self.oauth["client_id"],
            "MAILDOUBLE_OAUTH_CLIENT_SECRET": self.oauth["client_secret"],
            "MAILDOUBLE_OAUTH_REDIRECT_URI": self.oauth["redirect_uri"],
        }

    async def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Calls the service as an application would. `path` is below `/3.0`, or a URL that the service has issued.

        The key is sent unless `headers` has its own. The options are those of `httpx.request`.
        """
        place, is_keyed = service_path(self.id, self.base_url, path)
        headers = httpx.Headers(options.pop("headers", None))
        if is_keyed and "authorization" not in headers and "auth" not in options:
            headers["authorization"] = f"Bearer {self.api_key}"
        return await self._api.transport.client.request(method, place, headers=headers, **options)

    async def get(self, path: str, **options: Any) -> httpx.Response:
        """Calls the service with GET."""
        return await self.request("GET", path, **options)

    async def post(self, path: str, **options: Any) -> httpx.Response:
        """Calls the service with POST, for example with `json={...}`."""
        return await self.request("POST", path, **options)

    async def put(self, path: str, **options: Any) -> httpx.Response:
        """Calls the service with PUT."""
        return await self.request("PUT", path, **options)

    async def patch(self, path: str, **options: Any) -> httpx.Response:
        """Calls the service with PATCH."""
        return await self.request("PATCH", path, **options)

    async def delete(self, path: str, **options: Any) -> httpx.Response:
        """Calls the service with DELETE. `destroy` deletes the world."""
        return await self.request("DELETE", path, **options)

    async def delete_at(self, path: str) -> None:
        """Calls the service with DELETE, whatever becomes of it."""
        try:
            await self.delete(path)
        except httpx.TransportError:
            pass

    def webhooks(
        self,
        *,
        list: str | None = None,
        events: Sequence[EventName] | None = None,
        sources: Sequence[Literal["user", "admin", "api"]] | None = None,
        batches: bool = False,
        signed: bool | None = None,
        app: Application | None = None,
        path: str = "/",
        host: str = "127.0.0.1",
    ) -> AsyncReceiver:
        """Receives webhooks on a free port of this machine: `with world.webhooks(list="aaaaaaaaaa") as hooks`.

        It is registered as a webhook of a list, for finished batches, or by your application. `app` is a WSGI or ASGI application that gets all
        requests to the receiver; without it, they are answered with 200.
        """
        return AsyncReceiver(
            self, list=list, events=events, sources=sources, batches=batches, signed=signed, app=app, path=path, host=host
        )

    async def status(self) -> types.World:
        """The current time, and the number of rows by table."""
        return await self._api.get_world(self.id)

    async def snapshot(self, name: str) -> types.Snapshot:
        """Takes a snapshot. One with the same name is replaced."""
        return await self.snapshots.take(name)

    async def restore(self, name: str) -> None:
        """Returns to a snapshot, including the clock. The journal stays."""
        await self.snapshots.restore(name)

    async def reset(self) -> None:
        """Resets the world to the start of its scenario. Snapshots stay."""
        await self._api.reset_world(self.id)

    async def fork(self, **options: Unpack[types.ForkWorld]) -> AsyncWorld:
        """Creates a second world with the same state and its own key."""
        return AsyncWorld(self._api, await self._api.fork_world(self.id, options))

    async def why(self, **about: Unpack[types.GetWhyQuery]) -> types.Why:
        """Explains the state of an object: its changes, their times, and the calls that made them."""
        return await self._api.get_why(self.id, **about)

    async def changes(self, **query: Unpack[types.GetChangesQuery]) -> list[types.Change]:
        """The transactions that changed the world, oldest first unless `order` says otherwise."""
        return (await self._api.get_changes(self.id, **query))["changes"]

    async def diff(self, before: str = "start", after: str = "now", *, table: types.WorldTable | None = None) -> types.Diff:
        """Compares two states: `start`, `now`, the name of a snapshot, or `world:` and the id of another world."""
        query: types.GetDiffQuery = {"from": before, "to": after}
        if table is not None:
            query["table"] = table
        return await self._api.get_diff(self.id, query)

    async def bundle(self) -> types.Bundle:
        """Everything needed to replay the world on another server."""
        return await self._api.get_bundle(self.id, {})

    async def triggers(self) -> types.TriggerCollection:
        """All triggers, with the JSON Schema of their parameters."""
        return await self._api.get_triggers(self.id)

    async def destroy(self) -> None:
        """Deletes the world; its key is then refused."""
        await self._api.delete_world(self.id)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        try:
            await self.destroy()
        except RefusedError as refused:
            if refused.status != 404:
                raise

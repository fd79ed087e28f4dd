"""The parts of a world."""

from __future__ import annotations

import builtins
from datetime import datetime
from typing import Any, Literal, Protocol

from typing_extensions import Unpack

from .. import types
from .._errors import MaildoubleError, RefusedError, VerificationError, WaitTimeoutError
from .._places import remember
from .._time import Duration, datetime_of, duration_of, instant_of, span_of
from .._verdict import SHOWN_MAX, verdict_text
from .calls import AsyncControlApi

# The traceback of a failed test ends at the line of the test.
__tracebackhide__ = True

WAIT = "PT10S"


class AsyncPart:
    def __init__(self, api: AsyncControlApi, world: str) -> None:
        self._api = api
        self._world = world


class FakeTime(Protocol):
    """The time that a library sets: the result of `time_machine.travel(...)` or `freezegun.freeze_time(...)`."""

    def move_to(self, instant: datetime, /) -> Any: ...


class AsyncClock(AsyncPart):
    """The time of a world."""

    async def get(self) -> types.Clock:
        """The current time, and the pending jobs."""
        return await self._api.get_clock(self._world)

    async def now(self) -> datetime:
        """The current time."""
        return datetime_of((await self.get())["now"])

    async def set(self, **mode: Unpack[types.UpdateClock]) -> types.Clock:
        """Sets the mode: frozen, or running at `rate` times real time."""
        return await self._api.update_clock(self._world, mode)

    async def advance(
        self,
        by: Duration | None = None,
        *,
        to: str | datetime | None = None,
        until: Literal["idle"] | None = None,
        max_wait: Duration | None = None,
    ) -> types.Advanced:
        """Advances time by a duration, to an instant, or until nothing is pending.

        Everything that falls due runs at its own instant, and the webhooks that it causes have been attempted at the end.
        """
        far: types.AdvanceClock = {}
        if by is not None:
            far["by"] = duration_of(by)
        if to is not None:
            far["to"] = instant_of(to)
        if until is not None:
            far["until"] = until
        if max_wait is not None:
            far["max_wait"] = duration_of(max_wait)
        return await self._api.advance_clock(self._world, far)

    async def jobs(self, **query: Unpack[types.GetJobsQuery]) -> builtins.list[types.Job]:
        """The pending jobs, earliest first."""
        return (await self._api.get_jobs(self._world, **query))["jobs"]

    async def align(self, time: FakeTime) -> None:
        """Sets the time of time-machine or freezegun to the time of the world."""
        time.move_to(await self.now())

    async def travel(self, by: Duration, time: FakeTime) -> None:
        """Advances the world and the time of time-machine or freezegun together.

        It stops wherever something in the world falls due, so that a webhook finds both at its own instant.
        """
        clock = await self.get()
        if clock["mode"] != "frozen":
            raise MaildoubleError(f"The clock of the world {self._world} is {clock['mode']}. Freeze it with clock.set(mode='frozen') to travel.")
        end = datetime_of(clock["now"]) + span_of(by)
        while True:
            clock = await self.get()
            due = [datetime_of(job["due_at"]) for job in clock["pending"]]
            stop = min([end, *(instant for instant in due if instant > datetime_of(clock["now"]))])
            time.move_to(stop)
            await self.advance(to=stop)
            if stop == end:
                return


class AsyncFaults(AsyncPart):
    """Faults in calls of the service."""

    async def add(self, **fault: Unpack[types.CreateFault]) -> types.Fault:
        """Creates a fault that answers calls with a problem, delays them, breaks the connection, or changes the data."""
        created = await self._api.create_fault(self._world, fault)
        remember(self._world, f"fault {created['id']}")
        return created

    async def list(self, **query: Unpack[types.GetFaultsQuery]) -> builtins.list[types.Fault]:
        """All faults; with `unfired=True`, those with `must_fire` that have not fired."""
        query.setdefault("limit", 1000)
        return (await self._api.get_faults(self._world, **query))["faults"]

    async def get(self, identifier: int) -> types.Fault:
        """One fault, with its counts so far."""
        return await self._api.get_fault(self._world, identifier)

    async def delete(self, identifier: int) -> None:
        """Deletes a fault."""
        await self._api.delete_fault(self._world, identifier)

    async def clear(self) -> None:
        """Deletes all faults."""
        await self._api.delete_faults(self._world)


class AsyncDeliveryFaults(AsyncPart):
    """Faults in the deliveries of webhooks."""

    async def add(self, **fault: Unpack[types.CreateDeliveryFault]) -> types.DeliveryFault:
        """Creates a fault that duplicates, delays, reorders or drops deliveries."""
        created = await self._api.create_delivery_fault(self._world, fault)
        remember(self._world, f"delivery fault {created['id']}")
        return created

    async def list(self, **query: Unpack[types.GetDeliveryFaultsQuery]) -> builtins.list[types.DeliveryFault]:
        """All delivery faults; with `unfired=True`, those with `must_fire` that have not fired."""
        query.setdefault("limit", 1000)
        return (await self._api.get_delivery_faults(self._world, **query))["delivery_faults"]

    async def get(self, identifier: int) -> types.DeliveryFault:
        """One delivery fault, with its counts so far."""
        return await self._api.get_delivery_fault(self._world, identifier)

    async def delete(self, identifier: int) -> None:
        """Deletes a delivery fault."""
        await self._api.delete_delivery_fault(self._world, identifier)

    async def clear(self) -> None:
        """Deletes all delivery faults."""
        await self._api.delete_delivery_faults(self._world)


class AsyncOutages(AsyncPart):
    """The outages that the scenario of a world names."""

    async def list(self) -> builtins.list[types.Outage]:
        """All outages, by name."""
        return (await self._api.get_outages(self._world))["outages"]

    async def start(self, outage: str) -> types.Outage:
        """Starts an outage: creates its faults and delivery faults."""
        return await self._api.start_outage(self._world, outage)

    async def end(self, outage: str) -> types.Outage:
        """Ends an outage: deletes its faults and delivery faults."""
        return await self._api.end_outage(self._world, outage)


class AsyncRequests(AsyncPart):
    """The calls that a world received."""

    async def list(self, **query: Unpack[types.GetRequestsQuery]) -> builtins.list[types.Request]:
        """The calls that match, oldest first; at most 100 unless `limit` is set."""
        return (await self._api.get_requests(self._world, **query))["requests"]

    async def get(self, identifier: str) -> types.RequestDetail:
        """One call, by the `X-Request-Id` of its answer, with what followed from it."""
        return await self._api.get_request(self._world, identifier)

    async def verify(self, **expected: Unpack[types.VerifyRequests]) -> types.Verdict:
        """Compares the calls with an expectation; without `count`, at least one call must match.

        With `within`, waits in real time until the verdict is certain. Raises a VerificationError that shows the closest calls.
        """
        verdict = await self.verdict(**expected)
        if verdict["verdict"] == "pass":
            return verdict
        identifiers = [each["id"] for each in verdict["closest"]] or verdict["requests"][:SHOWN_MAX]
        calls: dict[str, types.RequestDetail] = {}
        for identifier in identifiers:
            try:
                calls[identifier] = await self.get(identifier)
            except RefusedError:
                # It was evicted in the meantime, and is shown without its path.
                pass
        raise VerificationError(verdict_text(expected, verdict, calls), verdict)

    async def verdict(self, **expected: Unpack[types.VerifyRequests]) -> types.Verdict:
        """Like `verify`, but returns every verdict."""
        return await self._api.verify_requests(self._world, expected)

    async def clear(self) -> None:
        """Deletes all calls from the journal."""
        await self._api.delete_requests(self._world)


class AsyncDeliveries(AsyncPart):
    """The webhook deliveries of a world."""

    async def list(self, **query: Unpack[types.GetDeliveriesQuery]) -> builtins.list[types.Delivery]:
        """The deliveries that match, oldest first; at most 100 unless `limit` is set."""
        return (await self._api.get_deliveries(self._world, **query))["deliveries"]

    async def get(self, identifier: int) -> types.Delivery:
        """One delivery, with its attempts."""
        return await self._api.get_delivery(self._world, identifier)

    async def resend(self, identifier: int) -> types.Delivery:
        """Sends a delivery again."""
        return await self._api.resend_delivery(self._world, identifier)

    async def clear(self) -> None:
        """Deletes all deliveries, including pending ones."""
        await self._api.delete_deliveries(self._world)


class AsyncEmails(AsyncPart):
    """The emails that the service has sent."""

    async def list(self, **query: Unpack[types.GetEmailsQuery]) -> builtins.list[types.Email]:
        """The emails that match, oldest first; at most 100 unless `limit` is set."""
        return (await self._api.get_emails(self._world, **query))["emails"]

    async def get(self, identifier: int) -> types.Email:
        """One email, with its cause."""
        return await self._api.get_email(self._world, identifier)

    async def wait_for(self, **query: Unpack[types.GetEmailsQuery]) -> types.Email:
        """Waits for the first email that matches, in real time: ten seconds unless `wait` says otherwise."""
        such = ", ".join(f"{name} {value}" for name, value in query.items())
        wait = query.setdefault("wait", WAIT)
        query["limit"] = 1
        found = await self.list(**query)
        if found:
            return found[0]
        others = [f"  #{each['id']} {each['kind']} {each['to']}" for each in await self.list(limit=SHOWN_MAX, order="desc")]
        told = ["Sent, latest first:", *others] if others else ["The service sent no email at all."]
        raise WaitTimeoutError("\n".join([f"No email with {such or 'any content'} was sent within {wait}.", *told]))


class AsyncSnapshots(AsyncPart):
    """The snapshots of a world."""

    async def take(self, name: str) -> types.Snapshot:
        """Takes a snapshot. One with the same name is replaced."""
        return await self._api.take_snapshot(self._world, {"name": name})

    async def restore(self, name: str) -> None:
        """Returns to a snapshot, including the clock. The journal stays."""
        await self._api.restore_snapshot(self._world, name)

    async def list(self) -> builtins.list[types.Snapshot]:
        """All snapshots."""
        return (await self._api.get_snapshots(self._world))["snapshots"]

    async def delete(self, name: str) -> None:
        """Deletes a snapshot."""
        await self._api.delete_snapshot(self._world, name)


class AsyncSettings(AsyncPart):
    """The settings of a world."""

    async def get(self) -> types.Settings:
        """The current settings."""
        return await self._api.get_settings(self._world)

    async def update(self, settings: types.Settings) -> types.Settings:
        """Changes settings; those that are not named stay."""
        return await self._api.update_settings(self._world, settings)


class AsyncState(AsyncPart):
    """The rows of a world, table by table."""

    async def tables(self) -> dict[str, int]:
        """The number of rows of each table."""
        return (await self._api.get_state(self._world))["tables"]

    async def rows(self, table: str, **query: Unpack[types.GetTableQuery]) -> builtins.list[types.StateRow]:
        """The rows of a table."""
        return (await self._api.get_table(self._world, table, **query))["rows"]

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from freezegun import freeze_time

from maildouble import AsyncWorld, MaildoubleError, World

from .conftest import LIST

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

START = datetime(2026, 1, 15, 9, 0, tzinfo=timezone.utc)


@pytest.mark.behaviour("frozen-time")
def test_time_passes_only_when_the_test_advances_it(world: World) -> None:
    assert [world.clock.now(), world.clock.now()] == [START, START]
    world.clock.advance("PT31S")
    world.clock.advance(timedelta(minutes=1))
    world.clock.advance(500)
    assert world.clock.now() == START + timedelta(seconds=91.5)
    world.clock.advance(to=START + timedelta(hours=1))
    assert world.clock.now() == START + timedelta(hours=1)


@pytest.mark.behaviour("fake-time")
@pytest.mark.parametrize("library", ["time-machine", "freezegun"])
def test_fake_time_and_the_time_of_the_world_pass_together(world: World, library: str) -> None:
    seen: list[datetime] = []

    def application(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            seen.append(datetime.now(timezone.utc))
        start_response("500 Not now" if len(seen) in (1, 2) else "200 OK", [])
        return [b""]

    fake: Any = time_machine.travel(0, tick=False) if library == "time-machine" else freeze_time(ignore=["threading"])
    with fake as clock, world.webhooks(list=LIST, events=["unsubscribe"], app=application) as hooks:
        world.clock.align(clock)
        assert datetime.now(timezone.utc) == START
        world.trigger("member.unsubscribe", list_id=LIST, email_address="ada@acme.test")
        hooks.next("unsubscribe")
        world.clock.travel("PT1H", clock)
        # Each attempt finds the time at its own instant.
        attempts = world.deliveries.list(event="unsubscribe")[0]["attempts"]
        assert [each.isoformat(timespec="milliseconds").replace("+00:00", "Z") for each in seen] == [each["at"] for each in attempts]
        assert len(attempts) == 3
        assert datetime.now(timezone.utc) == world.clock.now() == START + timedelta(hours=1)


async def test_time_passes_together_in_asynchronous_tests(async_world: AsyncWorld) -> None:
    with time_machine.travel(0, tick=False) as clock:
        await async_world.clock.align(clock)
        await async_world.clock.travel("P1D", clock)
        assert datetime.now(timezone.utc) == START + timedelta(days=1)


def test_a_running_clock_cannot_travel(world: World) -> None:
    world.clock.set(mode="realtime")
    with time_machine.travel(0) as clock, pytest.raises(MaildoubleError, match="is realtime"):
        world.clock.travel("PT1S", clock)


def test_what_is_no_duration_is_refused(world: World) -> None:
    with time_machine.travel(0) as clock, pytest.raises(MaildoubleError, match="'soon' is not a duration"):
        world.clock.travel("soon", clock)

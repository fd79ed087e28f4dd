from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import httpx

Result = TypeVar("Result")


def limits() -> httpx.Limits:
    """Connections of the synchronous client are used again."""
    return httpx.Limits(max_keepalive_connections=4)


def async_limits() -> httpx.Limits:
    """A connection that stayed open would belong to the event loop of one test."""
    return httpx.Limits(max_keepalive_connections=0)


def in_thread(function: Callable[[], Result]) -> Result:
    """Calls a function that waits."""
    return function()


async def async_in_thread(function: Callable[[], Result]) -> Result:
    """Calls a function that waits, while the event loop goes on."""
    return await asyncio.to_thread(function)


def application_loop() -> asyncio.AbstractEventLoop | None:
    """There is no event loop that an application belongs to: each webhook gets one of its own."""
    return None


def async_application_loop() -> asyncio.AbstractEventLoop:
    """The event loop of the test, in which an ASGI application answers webhooks."""
    return asyncio.get_running_loop()

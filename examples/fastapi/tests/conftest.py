from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
import pytest_asyncio
from maildouble import AsyncReceiver, AsyncWorld

from signup.app import create_app
from signup.email_api import EmailApi
from signup.mirror import Mirror

LIST = "d0b1e00001"
"""The list of the scenario `double-opt-in`."""
CLARA = "confirmed@acme.test"
LENA = "left@acme.test"
ADA = "ada@example.com"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.world(scenario="double-opt-in"))


class Service:
    """The service in front of a world. Its pauses take no real time: they advance the world's clock instead."""

    def __init__(self, world: AsyncWorld) -> None:
        async def pause(seconds: float) -> None:
            await world.clock.advance(timedelta(seconds=seconds))

        self.world = world
        self.api = EmailApi(world.api_url, world.api_key, pause)
        self.mirror = Mirror(self.api, LIST)
        self.app = create_app(self.api, self.mirror, LIST, "s3cret")
        self.hooks: AsyncReceiver = world.webhooks(list=LIST, sources=["user", "admin"], path="/hooks/s3cret", app=self.app)

    async def sign_up(self, email: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://signup.test") as client:
            return await client.post("/signup", data={"email": email, "name": "Ada"})

    async def statuses(self, operation: str) -> list[int | None]:
        """The answers to the calls of an operation."""
        return [each["status"] for each in await self.world.requests.list() if each["operation"] == operation]


@pytest_asyncio.fixture
async def service(async_world: AsyncWorld) -> AsyncIterator[Service]:
    service = Service(async_world)
    async with service.hooks:
        yield service
    await service.api.close()

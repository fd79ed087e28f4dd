from __future__ import annotations

import pytest

from signup.email_api import CallError
from signup.import_customers import Customer, import_customers

from .conftest import CLARA, LENA, LIST, Service

EMAILS = [*(f"customer{number}@example.com" for number in range(97)), CLARA, LENA, "no address"]
CUSTOMERS = [Customer(each, "Ada") for each in EMAILS]


async def test_the_nightly_import_subscribes_customers_and_reports_those_who_could_not_be(service: Service) -> None:
    # At a tenth of a second per operation it takes ten seconds, and the import has to poll several times.
    await service.world.settings.update({"batch.operation": "PT0.1S"})
    assert await import_customers(service.api, LIST, CUSTOMERS) == (97, 2, ["no address"])
    assert len(await service.statuses("getBatch")) > 2
    # A person who left stays unsubscribed, and a second import adds no member again.
    left = await service.world.get(f"/lists/{LIST}/members/{LENA}")
    assert left.json()["status"] == "unsubscribed"
    assert (await import_customers(service.api, LIST, CUSTOMERS[:20])).added == 0


async def test_a_batch_is_not_repeated_if_it_is_unknown_whether_it_was_accepted(service: Service) -> None:
    await service.world.faults.add(
        match={"operation": "createBatch"}, when={"first": 1}, stage="after", effect={"connection": "reset"}, must_fire=True
    )
    with pytest.raises(CallError):
        await import_customers(service.api, LIST, CUSTOMERS[:1])
    await service.world.requests.verify(match={"operation": "createBatch"}, count={"exactly": 1})

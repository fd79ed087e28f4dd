from __future__ import annotations

import httpx
import pytest
from maildouble.types import DeliveryEffect

from .conftest import ADA, CLARA, LIST, Service


async def leave(service: Service) -> None:
    await service.world.trigger("member.unsubscribe", list_id=LIST, email_address=CLARA)


def status_of(service: Service, email: str) -> str | None:
    row = service.mirror.get(email)
    return row.status if row else None


async def test_a_member_who_leaves_is_unsubscribed_in_our_table_as_well(service: Service) -> None:
    await leave(service)
    await service.world.clock.advance(until="idle")
    assert status_of(service, CLARA) == "unsubscribed"


async def test_a_changed_address_is_known_in_our_table(service: Service) -> None:
    await service.world.trigger("member.change_email", list_id=LIST, email_address=CLARA, new_email_address=ADA)
    await service.world.clock.advance(until="idle")
    assert [status_of(service, each) for each in (CLARA, ADA)] == [None, "subscribed"]


@pytest.mark.parametrize("effect", ["duplicate", "reorder", {"delay": "PT5M"}])
async def test_our_table_is_right_after_events_in_disorder(service: Service, effect: DeliveryEffect) -> None:
    await service.world.delivery_faults.add(match={"event": "profile"}, effect=effect, must_fire=True)
    await service.world.trigger("member.update", list_id=LIST, email_address=CLARA, merge_fields={"FNAME": "Claire"})
    await leave(service)
    await service.world.clock.advance(until="idle")
    row = service.mirror.get(CLARA)
    assert row and (row.status, row.first_name) == ("unsubscribed", "Claire")


async def test_events_that_we_cannot_process_for_twenty_minutes_are_delivered_again_until_we_can(service: Service) -> None:
    await service.world.faults.add(
        match={"operation": "getMember"},
        when={"first": 4},
        effect={"problem": {"status": 503, "title": "Service Unavailable", "detail": "Back soon."}},
        must_fire=True,
    )
    await leave(service)
    await service.world.clock.advance("PT20M")
    assert service.mirror.get(CLARA) is None
    await service.world.clock.advance("PT10M")
    assert [each.status for each in service.hooks.received] == [503, 503, 503, 503, 200]
    assert status_of(service, CLARA) == "unsubscribed"


async def test_webhook_calls_from_others_are_rejected(service: Service) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.post(httpx.URL(service.hooks.url).join("/hooks/guess"), data={"type": "unsubscribe"})
    assert answer.status_code == 404

from __future__ import annotations

import pytest
from maildouble.types import CreateFault

from .conftest import ADA, CLARA, LENA, LIST, Service


async def test_a_person_who_signs_up_twice_gets_one_email_and_is_subscribed_by_its_link(service: Service) -> None:
    for email in (ADA, " Ada@Example.com"):
        assert (await service.sign_up(email)).status_code == 202
    pending = service.mirror.get(ADA)
    assert pending and pending.status == "pending"
    [email_sent] = await service.world.emails.list(to=ADA)
    assert email_sent["kind"] == "confirm_subscription"
    await service.world.get(email_sent["links"][0])
    assert (await service.hooks.next("subscribe"))["data"]["email"].lower() == ADA
    row = service.mirror.get(ADA)
    assert row and (row.status, row.first_name) == ("subscribed", "Ada")


@pytest.mark.parametrize(
    ("email", "status", "calls", "ours"),
    [
        pytest.param(LENA, 202, 2, "pending", id="a person who left is asked to confirm again"),
        pytest.param(CLARA, 202, 1, "subscribed", id="a subscribed person sees the usual message"),
        pytest.param("nobody", 422, 0, None, id="a malformed address is rejected by us"),
        pytest.param("nobody@nowhere", 422, 1, None, id="a malformed address is rejected by the email service"),
    ],
)
async def test_a_sign_up_is_answered_as(service: Service, email: str, status: int, calls: int, ours: str | None) -> None:
    assert (await service.sign_up(email)).status_code == status
    assert len(await service.statuses("setMember")) == calls
    row = service.mirror.get(email)
    assert (row.status if row else None) == ours


async def test_an_address_that_bounced_is_rejected(service: Service) -> None:
    await service.world.trigger("member.bounce", list_id=LIST, email_address=CLARA, bounce="hard")
    assert (await service.sign_up(CLARA)).status_code == 409


UNAVAILABLE: CreateFault = {
    "when": {"first": 2},
    "effect": {"problem": {"status": 503, "title": "Service Unavailable", "detail": "Back soon."}},
}
LOST: CreateFault = {"when": {"first": 1}, "stage": "after", "effect": {"connection": "reset"}}
BUSY: CreateFault = {"effect": {"problem": {"preset": "TooManyRequests"}, "headers": {"retry-after": "120"}}}
DOWN: CreateFault = {"effect": {"connection": "close"}}


@pytest.mark.parametrize(
    ("fault", "status", "calls"),
    [
        pytest.param(UNAVAILABLE, 202, [503, 503, 200], id="a third time after two failures"),
        pytest.param(LOST, 202, [None, 200], id="again after a lost answer, without a duplicate member"),
        pytest.param(BUSY, 503, [429], id="only once if the service asks for two minutes"),
        pytest.param(DOWN, 503, [None, None, None, None], id="several times in an outage"),
    ],
)
async def test_a_call_is_attempted(service: Service, fault: CreateFault, status: int, calls: list[int | None]) -> None:
    fault = {**fault, "match": {"operation": "setMember"}, "must_fire": True}
    await service.world.faults.add(**fault)
    assert (await service.sign_up(ADA)).status_code == status
    assert (await service.statuses("setMember"))[:4] == calls
    assert len(await service.world.emails.list(to=ADA)) == (1 if status == 202 else 0)

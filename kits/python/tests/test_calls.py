from __future__ import annotations

import json
import tarfile
from io import BytesIO

import pytest

from maildouble import VerificationError, WaitTimeoutError, World

from .conftest import LIST

LENA = {"email_address": "lena@acme.test", "status": "subscribed"}


@pytest.mark.behaviour("batch")
def test_a_batch_is_finished_when_time_has_passed(world: World) -> None:
    operation = {"method": "POST", "path": f"/lists/{LIST}/members", "body": json.dumps(LENA), "operation_id": "lena"}
    with world.webhooks(batches=True) as hooks:
        begun = world.post("/batches", json={"operations": [operation]}).json()
        assert begun["status"] == "pending"
        world.clock.advance(until="idle")
        hooks.next("batch_operation_completed")
    batch = world.get(f"/batches/{begun['id']}").json()
    assert (batch["status"], batch["errored_operations"]) == ("finished", 0)
    archive = tarfile.open(fileobj=BytesIO(world.get(batch["response_body_url"]).content))
    files = [archive.extractfile(each) for each in archive.getmembers() if each.isfile()]
    results = [result for file in files if file for result in json.load(file)]
    assert [(each["operation_id"], each["status_code"]) for each in results] == [("lena", 200)]


@pytest.mark.behaviour("verification")
def test_a_verification_passes_if_the_expected_calls_were_made(world: World) -> None:
    world.post(f"/lists/{LIST}/members", json=LENA)
    verdict = world.requests.verify(
        match={"operation": "addMember", "body": {"/email_address": "lena@acme.test"}}, count={"exactly": 1}
    )
    assert verdict["matched"] == 1


@pytest.mark.behaviour("closest-call")
def test_a_verification_that_fails_shows_the_closest_call(world: World) -> None:
    world.post(f"/lists/{LIST}/members", json=LENA)
    with pytest.raises(VerificationError) as failed:
        world.requests.verify(match={"operation": "addMember", "body": {"/status": "pending"}})
    lines = str(failed.value).split("\n")
    assert lines[0] == "Expected at least 1 call to match, but none did."
    assert f"  POST /3.0/lists/{LIST}/members, answered 200" in lines
    assert [line.split() for line in lines if "/status" in line][-1] == ["/status", '"pending"', '"subscribed"']
    assert failed.value.verdict["verdict"] == "fail"


def test_a_verification_that_fails_without_calls_says_so(world: World) -> None:
    with pytest.raises(VerificationError, match="There were no calls"):
        world.requests.verify(match={"operation": "addMember"})


@pytest.mark.behaviour("email")
@pytest.mark.world(scenario="double-opt-in")
def test_the_link_of_an_email_confirms_a_subscription(world: World) -> None:
    path = "/lists/d0b1e00001/members"
    world.post(path, json={"email_address": "new@acme.test", "status": "pending"})
    email = world.emails.wait_for(to="new@acme.test", kind="confirm_subscription")
    world.get(email["links"][0])
    assert world.get(f"{path}/new@acme.test").json()["status"] == "subscribed"


def test_an_email_that_is_not_sent_ends_the_wait_with_the_others(world: World) -> None:
    with pytest.raises(WaitTimeoutError, match="No email with to nobody@acme.test.*\nThe service sent no email at all"):
        world.emails.wait_for(to="nobody@acme.test", wait="0")


@pytest.mark.behaviour("why")
def test_the_history_of_an_object_names_the_call_that_changed_it(world: World) -> None:
    world.patch(f"/lists/{LIST}/members/ada@acme.test", json={"merge_fields": {"FNAME": "Adele"}})
    why = world.why(entity="member", id="ada@acme.test", list_id=LIST)
    assert why["exists"]
    assert f"PATCH /3.0/lists/{LIST}/members/ada@acme.test" in json.dumps(why["history"])
    assert world.changes(table="members")[0]["by"].startswith("PATCH")
    assert world.diff(table="members")["tables"][0]["table"] == "members"


def test_the_variables_of_a_world_configure_an_application(world: World) -> None:
    assert world.variables["MAILDOUBLE_API_URL"] == world.api_url
    assert world.variables["MAILDOUBLE_API_KEY"] == world.api_key

from __future__ import annotations

import pytest

from maildouble import World

from .conftest import LIST


@pytest.mark.behaviour("fault-once")
def test_a_fault_disturbs_the_first_call_only(world: World) -> None:
    world.faults.add(
        match={"operation": "getLists"}, when={"first": 1}, effect={"problem": {"preset": "TooManyRequests"}}, must_fire=True
    )
    assert [world.get("/lists").status_code for _ in range(2)] == [429, 200]


@pytest.mark.behaviour("fault-that-must-fire")
def test_a_fault_that_did_not_fire_fails_the_test_and_shows_the_calls(inner: pytest.Pytester) -> None:
    inner.makepyfile(
        """
        def test_one(world):
            world.faults.add(match={"operation": "addMember"}, effect={"connection": "reset"}, must_fire=True)
            world.get("/lists")
        """
    )
    run = inner.runpytest_inprocess()
    run.assert_outcomes(failed=1)
    run.stdout.fnmatch_lines(
        [
            "Faults of this test must fire and did not:",
            '  fault 1, which nothing matched: {"operation": "addMember"} (added at *test_a_fault*.py:2)',
            "*GET /lists*200*",
        ]
    )


def test_a_fault_that_did_not_fire_hides_no_other_failure(inner: pytest.Pytester) -> None:
    inner.makepyfile(
        """
        def test_one(world):
            world.faults.add(match={"operation": "addMember"}, effect={"connection": "reset"}, must_fire=True)
            assert False, "first"
        """
    )
    run = inner.runpytest_inprocess()
    run.stdout.fnmatch_lines(["*AssertionError: first*", "*fault 1 never fired*"])


@pytest.mark.behaviour("delivery-fault")
@pytest.mark.behaviour("webhook-duplicate")
def test_a_webhook_that_is_delivered_twice_arrives_twice(world: World) -> None:
    world.delivery_faults.add(match={"event": "unsubscribe"}, effect="duplicate", must_fire=True)
    with world.webhooks(list=LIST) as hooks:
        world.trigger("member.unsubscribe", list_id=LIST, email_address="ada@acme.test")
        world.clock.advance(until="idle")
        assert [hooks.next("unsubscribe")["data"]["email"] for _ in range(2)] == ["ada@acme.test"] * 2

import pytest

from newsletter import Newsletter

LIST = "aaaaaaaaaa"


@pytest.fixture
def newsletter(world):
    return Newsletter(world.api_url, world.api_key, LIST)


def test_a_lost_answer_makes_nobody_a_member_twice(world, newsletter):
    before = newsletter.count()
    upsert = {"operation": "setMember"}
    lost = {"match": upsert, "when": {"first": 1}, "stage": "after", "effect": {"connection": "reset"}}
    world.control("POST", "/faults", lost)

    assert newsletter.subscribe("ada.byron@acme.test", "Ada") == "subscribed"

    verdict = world.control("POST", "/requests/verify", {"match": upsert, "count": {"exactly": 2}})
    assert verdict["verdict"] == "pass"
    assert newsletter.count() == before
    world.control("POST", "/clock/advance", {"by": "PT5M"})
    assert newsletter.count() == before + 1


def test_who_left_stays_away(world, newsletter):
    left = {"trigger": "member.unsubscribe", "list_id": LIST, "email_address": "ada@acme.test"}
    world.control("POST", "/triggers", left)
    assert newsletter.subscribe("ada@acme.test", "Ada") == "unsubscribed"

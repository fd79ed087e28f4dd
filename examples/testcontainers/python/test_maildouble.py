from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from maildouble import Maildouble
from maildouble.testcontainers import HOST, MaildoubleContainer


@pytest.fixture(scope="session")
def maildouble() -> Iterator[Maildouble]:
    """A server in a container."""
    with MaildoubleContainer("maildouble").with_scenario_dir(Path(__file__).parent.parent / "scenarios") as container:
        yield container.client()


def test_a_webhook_of_a_new_member_reaches_this_machine(maildouble: Maildouble) -> None:
    # A world is an account of its own. Configure the application with its URL and its key.
    with maildouble.worlds.create(scenario="team") as world:
        with world.webhooks(list="7ea0000001", events=["subscribe"], sources=["api"], host=HOST) as hooks:
            member = {"email_address": "grace@example.com", "status": "subscribed"}
            url = f"{world.api_url}/lists/7ea0000001/members"
            assert httpx.post(url, auth=("any", world.api_key), json=member).status_code == 200
            assert hooks.next("subscribe")["data"]["email"] == "grace@example.com"

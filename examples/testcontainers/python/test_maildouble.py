import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import parse_qs

import pytest
import requests
from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HealthcheckWaitStrategy

HOST = "host.docker.internal"
"""The name of this machine in the container."""
SECONDS_MAX = 120
"""Longest wait for a webhook."""


@pytest.fixture(scope="session")
def maildouble() -> Iterator[str]:
    """The URL of a server in a container."""
    # Answers contain the address of the server, so its port is chosen before the container starts.
    port = free_port()
    url = f"http://localhost:{port}"
    container = (
        DockerContainer("maildouble")
        .with_envs(
            MAILDOUBLE_CONTROL_TOKEN="ci",
            MAILDOUBLE_PUBLIC_URL=url,
            MAILDOUBLE_SCENARIO_DIR="/scenarios",
            MAILDOUBLE_ALLOW_EGRESS=HOST,
        )
        .with_copy_into_container(Path(__file__).parent.parent / "scenarios", "/")
        .with_bind_ports(4030, port)
        .with_kwargs(extra_hosts={HOST: "host-gateway"})
        .waiting_for(HealthcheckWaitStrategy())
    )
    with container:
        yield url


@pytest.fixture
def receiver() -> Iterator[tuple[str, "Queue[str]"]]:
    """The URL of a webhook receiver on this machine, as the container sees it, and the received webhooks."""
    received: Queue[str] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def do_POST(self) -> None:
            received.put(self.rfile.read(int(self.headers["content-length"])).decode())
            self.do_GET()

    # On all addresses, since the container does not come from this machine's loopback address.
    with ThreadingHTTPServer(("0.0.0.0", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}/hook", received
        server.shutdown()


def test_a_webhook_of_a_new_member_reaches_this_machine(maildouble: str, receiver: tuple[str, "Queue[str]"]) -> None:
    hook, received = receiver

    # A world is an account of its own. Configure the application with these two.
    world = post(f"{maildouble}/_control/worlds", "ci", {"scenario": "team"})
    base_url, api_key = world["base_url"], world["api_key"]

    audience = f"{base_url}/3.0/lists/7ea0000001"
    post(f"{audience}/webhooks", api_key, {"url": hook, "events": {"subscribe": True}, "sources": {"api": True}})
    post(f"{audience}/members", api_key, {"email_address": "grace@example.com", "status": "subscribed"})
    form = parse_qs(received.get(timeout=SECONDS_MAX))
    assert (form["type"], form["data[email]"]) == (["subscribe"], ["grace@example.com"])


def post(url: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = requests.post(url, json=body, headers={"authorization": f"Bearer {token}"})
    assert answer.ok, answer.text
    decoded: dict[str, Any] = answer.json()
    return decoded


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("", 0))
        port: int = listening.getsockname()[1]
        return port

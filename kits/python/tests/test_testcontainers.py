"""What can be tested of the module for Testcontainers without a container engine."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

pytest.importorskip("testcontainers")

from maildouble.testcontainers import HOST, MaildoubleContainer  # noqa: E402


class Engine(BaseHTTPRequestHandler):
    """Says that it is an engine, which is all that a container asks before it starts."""

    def do_GET(self) -> None:
        body = json.dumps({"ApiVersion": "1.50", "MinAPIVersion": "1.24"}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def container(monkeypatch: pytest.MonkeyPatch) -> MaildoubleContainer:
    with ThreadingHTTPServer(("127.0.0.1", 0), Engine) as engine:
        Thread(target=engine.serve_forever, daemon=True).start()
        monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{engine.server_port}")
        made = MaildoubleContainer("maildouble")
        engine.shutdown()
    return made


def test_a_container_has_the_address_that_its_answers_contain(container: MaildoubleContainer) -> None:
    assert container.env["MAILDOUBLE_PUBLIC_URL"] == container.url
    assert list(container.ports.items()) == [("4030", int(container.url.rpartition(":")[2]))]


def test_the_client_of_a_container_has_its_token(container: MaildoubleContainer) -> None:
    client = container.client()
    assert client.url == container.url
    assert container.env["MAILDOUBLE_CONTROL_TOKEN"] == "testcontainers"
    assert container.env["MAILDOUBLE_ALLOW_EGRESS"] == HOST


def test_scenarios_are_read_from_a_folder(container: MaildoubleContainer, tmp_path: Path) -> None:
    container.with_scenario_dir(tmp_path)
    assert container.env["MAILDOUBLE_SCENARIO_DIR"] == f"/{tmp_path.name}"

import json
import os
import subprocess
from collections import deque
from pathlib import Path
from threading import Thread

import pytest
import requests


class World:
    """An account on the double, with its own data, clock and key."""

    def __init__(self, maildouble, **options):
        made = requests.post(f"{maildouble}/_control/worlds", json=options)
        made.raise_for_status()
        self.api_url = made.json()["base_url"] + "/3.0"
        self.api_key = made.json()["api_key"]
        self._control = f"{maildouble}/_control/worlds/{made.json()['id']}"

    def control(self, method, path, body=None, **query):
        """Calls the control API: world.control("POST", "/clock/advance", {"by": "PT5M"})."""
        answer = requests.request(method, self._control + path, json=body, params=query)
        assert answer.ok, answer.text
        return answer.json() if answer.content else None


@pytest.fixture(scope="session")
def maildouble():
    """The URL of the double: MAILDOUBLE_URL, or that of one started until the end of the session."""
    if url := os.environ.get("MAILDOUBLE_URL"):
        yield url
        return
    command = [Path(__file__).parent / "node_modules/.bin/maildouble", "serve", "--port", "0", "--log", "json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        listening = json.loads(server.stdout.readline())
        # A pipe that is not read fills up and blocks the writer.
        Thread(target=deque, args=(server.stdout, 0), daemon=True).start()
        yield listening["url"]
        server.terminate()


@pytest.fixture
def world(maildouble):
    """A world for one test."""
    world = World(maildouble, scenario="starter")
    yield world
    world.control("DELETE", "")

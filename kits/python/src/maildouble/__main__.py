"""The command line of maildouble: `maildouble serve`, `python -m maildouble report`."""

from __future__ import annotations

import subprocess
import sys

from ._errors import MaildoubleError
from ._node import command


def main() -> None:
    """Runs a command of maildouble with the Node that the kit uses."""
    try:
        sys.exit(subprocess.call(command(*sys.argv[1:])))
    except MaildoubleError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        # The command got the signal as well, and has ended.
        sys.exit(130)


if __name__ == "__main__":
    main()

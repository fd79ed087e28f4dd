"""A stateful test double of an email-marketing service's REST API 3.0, for tests in Python."""

from . import types
from ._aio.client import AsyncMaildouble, async_connect
from ._aio.receiver import AsyncReceiver
from ._aio.world import AsyncWorld
from ._errors import (
    MaildoubleError,
    RefusedError,
    UnreachableError,
    VerificationError,
    WaitTimeoutError,
    WebhookHandlerError,
)
from ._server import RunningServer, start_server
from ._sync.client import Maildouble, connect
from ._sync.receiver import Receiver
from ._sync.world import World

__all__ = [
    "AsyncMaildouble",
    "AsyncReceiver",
    "AsyncWorld",
    "Maildouble",
    "MaildoubleError",
    "Receiver",
    "RefusedError",
    "RunningServer",
    "UnreachableError",
    "VerificationError",
    "WaitTimeoutError",
    "WebhookHandlerError",
    "World",
    "async_connect",
    "connect",
    "start_server",
    "types",
]

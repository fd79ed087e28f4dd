from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from typing_extensions import Self

from .. import types
from .._connections import async_application_loop, async_in_thread
from .._errors import MaildoubleError, WaitTimeoutError, WebhookHandlerError
from .._verdict import SHOWN_MAX
from .._webhooks import Answer, Application, Listener, ReceivedWebhook
from .calls import LIST_EVENTS, AsyncPayloads, EventName

if TYPE_CHECKING:
    from .world import AsyncWorld

# The traceback of a failed test ends at the line of the test.
__tracebackhide__ = True

# The longest waits for the GET that validates a URL, and for the double to record an answer.
CHECKING = "PT10S"
RECORDING = "PT1S"


class AsyncReceiver(AsyncPayloads):
    """Receives webhooks of a world: `with world.webhooks(...) as hooks`."""

    def __init__(
        self,
        world: AsyncWorld,
        *,
        list: str | None = None,
        events: Sequence[EventName] | None = None,
        sources: Sequence[Literal["user", "admin", "api"]] | None = None,
        batches: bool = False,
        signed: bool | None = None,
        app: Application | None = None,
        path: str = "/",
        host: str = "127.0.0.1",
    ) -> None:
        if list is not None and batches:
            raise MaildoubleError("A receiver is registered for a list or for batches. Make one for each.")
        if list is None and (events is not None or sources is not None):
            raise MaildoubleError("`events` and `sources` need `list`.")
        if not path.startswith("/"):
            raise MaildoubleError(f"The path {path!r} must begin with a slash.")
        unknown = [event for event in events or () if event not in LIST_EVENTS]
        if unknown:
            raise MaildoubleError(f"There is no event {unknown[0]!r}. Use some of {', '.join(LIST_EVENTS)}.")
        self._world = world
        self._events = events
        self._app = app
        self._path = path
        self._host = host
        self._webhook: str | None = None
        self._listener: Listener | None = None
        self.secret: str | None = None
        """The secret of the signature, if the webhooks are signed."""
        on = dict[str, Any](url="") if signed is None else dict[str, Any](url="", signing_enabled=signed)
        if list is not None:
            on["events"] = {event: True for event in events or LIST_EVENTS}
            if sources is not None:
                on["sources"] = {source: True for source in sources}
        self._registration = on
        self._collection = "/batch-webhooks" if batches else f"/lists/{quote(list)}/webhooks" if list is not None else None

    async def __aenter__(self) -> Self:
        self._listener = Listener(self._app, self._host, self._path, async_application_loop())
        try:
            await self._register()
        except BaseException:
            self._listener.close()
            raise
        self._world.receivers.append(self)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._world.receivers.remove(self)
        if self._webhook is not None:
            # The list, the webhook or the world may be gone.
            await self._world.delete_at(f"{self._collection}/{self._webhook}")
        await async_in_thread(self._listening.close)
        if error is None:
            self.raise_unreported()

    @property
    def url(self) -> str:
        """The URL that webhooks are sent to."""
        return self._listening.url

    @property
    def received(self) -> list[ReceivedWebhook]:
        """The webhooks that have arrived, oldest first."""
        return self._listening.received

    def answer(self, *answers: Answer) -> None:
        """Sets how the next webhooks are answered: each takes the next answer, and the last one stays.

        Without an argument, they are answered as at the start: by the application, or with 200.
        """
        self._listening.answer(answers)

    def raise_unreported(self) -> None:
        """Raises the first error of the application that `next` has not raised."""
        for webhook in self.received:
            if webhook.error and not webhook.is_taken:
                webhook.is_taken = True
                raise WebhookHandlerError(f"The application that receives webhooks raised {webhook.error!r}.") from webhook.error

    @property
    def _listening(self) -> Listener:
        if self._listener is None:
            raise MaildoubleError("The receiver is not open yet: use `with world.webhooks(...) as hooks`.")
        return self._listener

    async def _register(self) -> None:
        if self._collection is None:
            return
        settings = await self._world.settings.get()
        if settings.get("vocabulary"):
            raise MaildoubleError(
                "This world has a vocabulary, which the kit for Python does not speak. Leave out `list` and `batches`, and register the URL of "
                "the receiver in the words of your deployment."
            )
        response = await self._world.post(self._collection, json={**self._registration, "url": self.url})
        answer: Any = response.json()
        if response.is_error:
            errors: Sequence[Any] = answer.get("errors") or []
            reasons = [f"  {each['field']}: {each['message']}" for each in errors]
            said = response.headers.get("x-maildouble-hint") or answer.get("detail")
            refused = f"POST {self._collection} was answered {response.status_code} {answer.get('title')}. {said}"
            raise MaildoubleError("\n".join([f"The receiver was not registered: {refused}", *reasons]))
        self._webhook = str(answer["id"])
        self.secret = answer.get("signing_secret")
        if settings.get("webhooks", {}).get("validation") != "off":
            await self._reached(self._webhook)

    async def _reached(self, webhook: str) -> None:
        """Waits for the GET that validates the URL."""
        checks = await self._world.deliveries.list(webhook_id=webhook, event="validation", settled=True, wait=CHECKING)
        attempts = checks[0]["attempts"] if checks else []
        if attempts and "response" not in attempts[-1]:
            await self._world.delete_at(f"{self._collection}/{webhook}")
            raise MaildoubleError(
                f"The server does not reach the receiver at {self.url}: {attempts[-1].get('error')}. If it runs in a container or on another "
                "machine, give `host`: the name or address by which it reaches this machine, such as 'host.docker.internal'."
            )

    async def _next(self, event: str | None, wait: float) -> Any:
        if event is not None and self._events is not None and event not in self._events:
            raise MaildoubleError(f"This receiver gets no {event} webhooks: it is registered for {', '.join(self._events)}.")

        webhook = await async_in_thread(lambda: self._listening.wait_for(event, wait))
        if webhook is None:
            raise WaitTimeoutError(await self._missing(event, wait))
        if webhook.error:
            raise WebhookHandlerError(f"The application that receives webhooks raised {webhook.error!r}.") from webhook.error
        return (await self._delivery_of(webhook))["payload"]

    async def _delivery_of(self, webhook: ReceivedWebhook) -> types.Delivery:
        """The delivery, which has the payload in the words of the reference. The double may be about to record the answer."""
        pending = await self._world.deliveries.list(settled=False, limit=1000)
        for each in pending:
            if each["url"] == self.url and each["body"] == webhook.body:
                identifier = each["id"]
                await self._world.deliveries.list(after=identifier - 1, before=identifier + 1, settled=True, wait=RECORDING)
        latest = await self._world.deliveries.list(order="desc", limit=1000)
        for each in latest:
            if each["url"] == self.url and each["body"] == webhook.body:
                return each
        raise MaildoubleError(f"The webhook at {self.url} is not of the world {self._world.id}: {webhook.body[:200]}")

    async def _missing(self, event: str | None, wait: float) -> str:
        sent = [each for each in await self._world.deliveries.list(order="desc", limit=1000) if each["url"] == self.url]
        arrived = [f"  {webhook.event}, answered {webhook.status}" for webhook in reversed(self.received)]
        lines = [f"  #{each['id']} {each['event']} {each['status']}" for each in sent[:SHOWN_MAX]]
        return "\n".join(
            [
                f"No further {f'{event} ' if event else ''}webhook arrived at {self.url} within {wait} s.",
                *(["Arrived, latest first:", *arrived[:SHOWN_MAX]] if arrived else ["No webhook has arrived at all."]),
                *(["Sent by the double, latest first:", *lines] if lines else ["The double has sent none. Does the webhook select this event?"]),
            ]
        )

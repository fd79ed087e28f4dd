"""Receives webhooks on a port of this machine."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Thread
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
from typing_extensions import TypeAlias

Application: TypeAlias = Any
"""A WSGI application such as Flask's or Django's, or an ASGI application such as FastAPI's or Starlette's."""
Answer: TypeAlias = int | httpx.Response
"""How a webhook is answered: with a status, or a response."""


@dataclass
class ReceivedWebhook:
    """A webhook that has arrived."""

    body: str
    """The form, as it was sent."""
    headers: httpx.Headers
    """The headers of the request."""
    status: int | None
    """The status of the answer. None if the application raised an error."""
    error: BaseException | None = None
    """The error that the application raised."""
    is_taken: bool = False
    """Whether `next` has returned it."""

    @property
    def event(self) -> str:
        """The event, in the words of the deployment."""
        return dict(parse_qsl(self.body)).get("type", "")


class Listener:
    """Answers webhooks, by itself or through the application, and keeps them."""

    def __init__(self, application: Application | None, host: str, path: str, loop: asyncio.AbstractEventLoop | None) -> None:
        self.received: list[ReceivedWebhook] = []
        self.arrival = Condition()
        self._application = application
        self._loop = loop
        self._path = urlsplit(path).path
        self._answers: list[Answer] = []
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def handle_request(self) -> None:
                try:
                    body = _body_of(self)
                except ValueError:
                    return self.send_error(400, "The length of the body or of a chunk is not a number.")
                # The body is whole, however it was sent.
                headers = httpx.Headers([(name, value) for name, value in self.headers.items() if name.lower() != "transfer-encoding"])
                request = httpx.Request(self.command, listener.origin + self.path, headers=headers, content=body)
                response = listener.handle(request)
                self.send_response(response.status_code)
                for name, value in response.headers.multi_items():
                    if name not in HOP_BY_HOP:
                        self.send_header(name, value)
                self.send_header("content-length", str(len(response.content)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(response.content)

            do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = handle_request

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer((LOOPBACK if host in (LOOPBACK, "localhost") else "", 0), Handler)
        self._server.daemon_threads = True
        self.origin = f"http://{host}:{self._server.server_port}"
        self.url = self.origin + path
        Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def answer(self, answers: Sequence[Answer]) -> None:
        """Sets the answers of the next webhooks. The last one stays."""
        self._answers = list(answers)

    def handle(self, request: httpx.Request) -> httpx.Response:
        """Answers a request."""
        is_webhook = request.method == "POST" and request.url.path == self._path
        if not is_webhook:
            return self._answered_by_application(request) if self._application else self._beside(request)
        webhook = ReceivedWebhook(request.content.decode(), request.headers, None)
        try:
            response = self._answered(request)
            webhook.status = response.status_code
        except Exception as error:
            webhook.error = error
            response = httpx.Response(500, text=f"The application raised {error!r}")
        with self.arrival:
            self.received.append(webhook)
            self.arrival.notify_all()
        return response

    def wait_for(self, event: str | None, timeout: float) -> ReceivedWebhook | None:
        """The first webhook of an event, or of any, that is not taken. None if there is none in time."""

        def found() -> ReceivedWebhook | None:
            return next((each for each in self.received if not each.is_taken and event in (None, each.event)), None)

        with self.arrival:
            self.arrival.wait_for(found, timeout)
            webhook = found()
            if webhook:
                webhook.is_taken = True
            return webhook

    def close(self) -> None:
        """Stops listening."""
        self._server.shutdown()
        self._server.server_close()

    def _beside(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == self._path:
            return httpx.Response(200, text="Ready for webhooks.")
        return httpx.Response(404, text="This receiver takes webhooks at its own path only.")

    def _answered(self, request: httpx.Request) -> httpx.Response:
        if self._answers:
            answer = self._answers[0]
            if len(self._answers) > 1:
                del self._answers[0]
            return httpx.Response(answer) if isinstance(answer, int) else answer
        return self._answered_by_application(request) if self._application else httpx.Response(200)

    def _answered_by_application(self, request: httpx.Request) -> httpx.Response:
        if not _is_asgi(self._application):
            wsgi: Any = self._application
            with httpx.Client(transport=httpx.WSGITransport(app=wsgi)) as client:
                return client.send(request)
        if self._loop is None:
            return asyncio.run(self._answered_by_asgi(request))
        return asyncio.run_coroutine_threadsafe(self._answered_by_asgi(request), self._loop).result()

    async def _answered_by_asgi(self, request: httpx.Request) -> httpx.Response:
        # The request has been read as synchronous.
        same = httpx.Request(request.method, request.url, headers=request.headers, content=request.content)
        asgi: Any = self._application
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=asgi)) as client:
            return await client.send(same)


LOOPBACK = "127.0.0.1"
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "upgrade", "date", "server"}


def _body_of(request: BaseHTTPRequestHandler) -> bytes:
    if request.headers.get("transfer-encoding", "").lower() != "chunked":
        return request.rfile.read(int(request.headers.get("content-length") or 0))
    chunks: list[bytes] = []
    while size := int(request.rfile.readline().partition(b";")[0], 16):
        chunks.append(request.rfile.read(size))
        request.rfile.readline()
    # What follows the last chunk ends with an empty line.
    while request.rfile.readline().strip():
        pass
    return b"".join(chunks)


def _is_asgi(application: Application) -> bool:
    return inspect.iscoroutinefunction(application) or inspect.iscoroutinefunction(getattr(application, "__call__", None))

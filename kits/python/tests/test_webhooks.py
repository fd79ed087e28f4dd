from __future__ import annotations

import socket
import sys
from collections.abc import Callable

import fastapi
import flask
import httpx
import pytest

from maildouble import AsyncWorld, MaildoubleError, WaitTimeoutError, WebhookHandlerError, World

from .conftest import LIST


def leave(world: World, email_address: str = "ada@acme.test") -> None:
    world.trigger("member.unsubscribe", list_id=LIST, email_address=email_address)


@pytest.mark.behaviour("trigger")
def test_a_trigger_does_what_a_subscriber_does(world: World) -> None:
    leave(world)
    assert world.get(f"/lists/{LIST}/members/ada@acme.test").json()["status"] == "unsubscribed"


@pytest.mark.behaviour("webhook-received")
def test_a_receiver_returns_the_payload_that_arrives(world: World) -> None:
    with world.webhooks(list=LIST, events=["unsubscribe", "profile"]) as hooks:
        leave(world)
        assert hooks.next("unsubscribe")["data"]["email"] == "ada@acme.test"
        assert [(each.event, each.status) for each in hooks.received] == [("unsubscribe", 200)]
        with pytest.raises(MaildoubleError, match="gets no cleaned webhooks"):
            hooks.next("cleaned")
    assert world.get(f"/lists/{LIST}/webhooks").json()["total_items"] == 0


def test_a_receiver_says_what_arrived_if_a_webhook_does_not(world: World) -> None:
    with world.webhooks(list=LIST) as hooks:
        leave(world)
        with pytest.raises(WaitTimeoutError, match=r"No further profile webhook[^$]*unsubscribe, answered 200[^$]*#\d+ unsubscribe delivered"):
            # The double notes the answer of the receiver soon after the receiver has sent it.
            hooks.next("profile", wait=2)


def test_a_receiver_is_refused_for_a_list_that_does_not_exist(world: World) -> None:
    with pytest.raises(MaildoubleError, match="404"), world.webhooks(list="0000000000"):
        pass


@pytest.mark.behaviour("webhook-retried")
def test_a_webhook_that_was_refused_arrives_again_later(world: World) -> None:
    with world.webhooks(list=LIST) as hooks:
        hooks.answer(503, httpx.Response(200, text="thanks"))
        leave(world)
        hooks.next("unsubscribe")
        world.clock.advance("PT1M")
        hooks.next("unsubscribe")
        assert [each.status for each in hooks.received] == [503, 200]


def flask_application(gone: list[str]) -> flask.Flask:
    app = flask.Flask(__name__)

    def hook() -> str:
        if flask.request.method == "POST":
            gone.append(flask.request.form["data[email]"])
        return "thanks"

    app.add_url_rule("/hooks/s3cret", view_func=hook, methods=["GET", "POST"])
    return app


def fastapi_application(gone: list[str]) -> fastapi.FastAPI:
    app = fastapi.FastAPI()

    async def hook(request: fastapi.Request) -> str:
        if request.method == "POST":
            gone.append(str((await request.form())["data[email]"]))
        return "thanks"

    app.add_api_route("/hooks/s3cret", hook, methods=["GET", "POST"])
    return app


@pytest.mark.behaviour("webhook-application")
@pytest.mark.parametrize("application_with", [flask_application, fastapi_application])
def test_an_application_receives_webhooks_in_this_process(
    world: World, application_with: Callable[[list[str]], object]
) -> None:
    gone: list[str] = []
    with world.webhooks(list=LIST, path="/hooks/s3cret", app=application_with(gone)) as hooks:
        leave(world)
        hooks.next("unsubscribe")
    assert gone == ["ada@acme.test"]


async def test_an_asynchronous_application_receives_webhooks_in_the_event_loop_of_the_test(async_world: AsyncWorld) -> None:
    gone: list[str] = []
    async with async_world.webhooks(list=LIST, path="/hooks/s3cret", app=fastapi_application(gone)) as hooks:
        await async_world.trigger("member.unsubscribe", list_id=LIST, email_address="ada@acme.test")
        assert (await hooks.next("unsubscribe"))["data"]["email"] == "ada@acme.test"
    assert gone == ["ada@acme.test"]


def test_an_error_of_the_application_is_raised(world: World) -> None:
    def broken(environ: object, start_response: object) -> list[bytes]:
        raise RuntimeError("no database")

    with pytest.raises(WebhookHandlerError, match="no database"):
        with world.webhooks(app=broken) as hooks:
            httpx.post(hooks.url, content="type=unsubscribe&fired_at=2026-01-15")


@pytest.mark.parametrize("app", [None, flask_application([])])
def test_a_body_in_chunks_is_read_whole(world: World, app: object) -> None:
    with world.webhooks(path="/hooks/s3cret", app=app) as hooks:
        chunks = iter([b"type=unsub", b"scribe&data[email]=", b"ada@acme.test"])
        form = {"content-type": "application/x-www-form-urlencoded"}
        assert httpx.post(hooks.url, content=chunks, headers=form).status_code == 200
        assert [each.body for each in hooks.received] == ["type=unsubscribe&data[email]=ada@acme.test"]


def test_a_body_in_broken_chunks_is_answered_with_400(world: World) -> None:
    with world.webhooks() as hooks:
        with socket.create_connection(("127.0.0.1", httpx.URL(hooks.url).port or 0)) as connection:
            connection.sendall(b"POST / HTTP/1.1\r\nhost: any\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n")
            assert b" 400 " in connection.recv(100)
        assert hooks.received == []


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of loopback")
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_receiver_listens_on_loopback_only_unless_its_host_is_another(world: World, host: str) -> None:
    with world.webhooks(host=host) as hooks:
        assert hooks.url.startswith(f"http://{host}:")
        port = httpx.URL(hooks.url).port or 0
        # Another address of this machine: the port is free there.
        with socket.create_server(("127.0.0.2", port)):
            pass
    with world.webhooks(host="host.docker.internal") as hooks:
        port = httpx.URL(hooks.url).port or 0
        with pytest.raises(OSError, match="in use"), socket.create_server(("127.0.0.2", port)):
            pass


def test_a_signed_webhook_has_a_secret(world: World) -> None:
    with world.webhooks(list=LIST, signed=True) as hooks:
        leave(world)
        hooks.next()
        assert hooks.secret
        assert hooks.received[0].headers["x-service-signature"].startswith("t=")

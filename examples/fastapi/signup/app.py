from __future__ import annotations

from urllib.parse import parse_qs

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, PlainTextResponse

from .email_api import CallError, EmailApi
from .mirror import Mirror
from .sign_up import sign_up

FORM = """<!doctype html>
<html lang="en">
  <title>Our letters</title>
  <form method="post" action="/signup">
    <label>Email <input name="email" type="email" required /></label>
    <label>First name <input name="name" /></label>
    <button>Sign up</button>
  </form>
</html>"""

ANSWERS = {
    # Members get the same answer, so that the answer does not reveal who is on the list.
    "asked": (202, "Please open the link in the message that we have sent you."),
    "impossible": (409, "We cannot write to this address. Please give another one."),
    "invalid": (422, "This is not an email address."),
}


def create_app(api: EmailApi, mirror: Mirror, list_id: str, hook_secret: str) -> FastAPI:
    """The service: the form, the sign-up, and the webhooks, whose URL only the email service knows."""
    app = FastAPI()

    async def form() -> HTMLResponse:
        return HTMLResponse(FORM)

    async def signup(request: Request) -> PlainTextResponse:
        fields = parse_qs((await request.body()).decode())
        email = fields.get("email", [""])[0].strip()
        outcome = await sign_up(api, list_id, email, fields.get("name", [""])[0])
        if outcome == "asked":
            await mirror.refresh(email)
        status, message = ANSWERS[outcome]
        return PlainTextResponse(message, status)

    async def ready() -> PlainTextResponse:
        # The email service validates the URL of a webhook by GET before it accepts it.
        return PlainTextResponse("ready")

    async def receive(request: Request) -> PlainTextResponse:
        await mirror.receive((await request.body()).decode())
        return PlainTextResponse("done")

    async def failed(request: Request, error: Exception) -> PlainTextResponse:
        if isinstance(error, CallError) and error.is_temporary:
            return PlainTextResponse("Please try again later.", 503, {"retry-after": "60"})
        return PlainTextResponse("Something is wrong here. We have been told.", 500)

    app.add_api_route("/", form, methods=["GET"])
    app.add_api_route("/signup", signup, methods=["POST"])
    app.add_api_route(f"/hooks/{hook_secret}", ready, methods=["GET"])
    app.add_api_route(f"/hooks/{hook_secret}", receive, methods=["POST"])
    app.add_exception_handler(CallError, failed)
    return app

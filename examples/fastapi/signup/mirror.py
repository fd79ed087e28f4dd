from __future__ import annotations

import asyncio
from dataclasses import dataclass
from urllib.parse import parse_qs

from .email_api import CallError, EmailApi, member_path


@dataclass
class Row:
    status: str
    first_name: str


class Mirror:
    """Our own table of the list's members. A real service would have a database."""

    def __init__(self, api: EmailApi, list_id: str) -> None:
        self._api = api
        self._list_id = list_id
        self._rows: dict[str, Row] = {}
        # One after the other, so that the last answer is the newest.
        self._reading = asyncio.Lock()

    def get(self, email: str) -> Row | None:
        return self._rows.get(email.lower())

    async def receive(self, body: str) -> None:
        """Takes the form in a webhook. Webhooks may be repeated, late and out of order, so they only say which members to read."""
        form = parse_qs(body)
        for name in ("email", "old_email", "new_email"):
            for email in form.get(f"data[{name}]", []):
                await self.refresh(email)

    async def refresh(self, email: str) -> None:
        async with self._reading:
            try:
                # A single attempt: the service waits ten seconds for our answer to a webhook and delivers again without one.
                member = await self._api.call("GET", member_path(self._list_id, email), patience=0)
            except CallError as error:
                if error.status != 404:
                    raise
                self._rows.pop(email.lower(), None)
            else:
                self._rows[email.lower()] = Row(member["status"], member["merge_fields"]["FNAME"])

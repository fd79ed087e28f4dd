from __future__ import annotations

from typing import Literal

from .email_api import CallError, EmailApi, member_path

Outcome = Literal["asked", "impossible", "invalid"]

# Meanwhile a person is waiting in front of the form.
PATIENCE = 10.0

# What a rejection means to the person, by its title. Any other is a bug of ours, or temporary.
OUTCOMES: dict[str, Outcome] = {
    # Added by a concurrent call: usually the same person in another window.
    "Member Exists": "asked",
    # The address bounced, its owner complained, or it was permanently deleted: no API call can resubscribe it.
    "Member In Compliance State": "impossible",
    "Forgotten Email Not Subscribed": "impossible",
    "Invalid Resource": "invalid",
}


async def sign_up(api: EmailApi, list_id: str, email: str, first_name: str) -> Outcome:
    """Asks a person to confirm, unless they are already on the list.

    A PUT to the hash of the address states the desired result, not an action, so it can be repeated if its answer was lost.
    """
    if "@" not in email:
        return "invalid"
    path = member_path(list_id, email)
    member = {"email_address": email, "status_if_new": "pending", "merge_fields": {"FNAME": first_name} if first_name else {}}
    try:
        status = (await api.call("PUT", path, member, patience=PATIENCE))["status"]
        # A person who left and comes back is asked to confirm as well.
        if status not in ("pending", "subscribed"):
            await api.call("PUT", path, {"status": "pending"}, patience=PATIENCE)
        return "asked"
    except CallError as error:
        if error.title in OUTCOMES:
            return OUTCOMES[error.title]
        raise

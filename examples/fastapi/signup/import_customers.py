from __future__ import annotations

import io
import json
import tarfile
from collections.abc import Sequence
from typing import Any, NamedTuple

from .email_api import EmailApi

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
PATIENCE = 7200.0


class Customer(NamedTuple):
    email: str
    first_name: str


class Imported(NamedTuple):
    added: int
    known: int
    failed: list[str]


async def import_customers(api: EmailApi, list_id: str, customers: Sequence[Customer]) -> Imported:
    """Subscribes customers who have given their consent elsewhere, in one batch, and reports the result.

    Existing members (`known`) are not changed, whatever their status, so an import can be repeated at any time.
    """
    operations = [
        {
            "method": "POST",
            "path": f"/lists/{list_id}/members",
            # The id links a result to its customer.
            "operation_id": str(row),
            "body": json.dumps({"email_address": each.email, "status": "subscribed", "merge_fields": {"FNAME": each.first_name}}),
        }
        for row, each in enumerate(customers)
    ]
    batch = await api.call("POST", "/batches", {"operations": operations})
    results = _results_in(await api.download(await _finished(api, batch["id"])))
    refused = [each for each in results if each["status_code"] != 200]
    failed = [each for each in refused if json.loads(each["response"])["title"] != "Member Exists"]
    return Imported(
        len(results) - len(refused), len(refused) - len(failed), [customers[int(each["operation_id"])].email for each in failed]
    )


async def _finished(api: EmailApi, batch: str) -> str:
    """Polls less and less often until the batch has finished. Returns the URL of its results."""
    seconds, waited = FIRST_PAUSE, 0.0
    while waited < PATIENCE:
        await api.pause(seconds)
        waited += seconds
        answer = await api.call("GET", f"/batches/{batch}?fields=status,response_body_url")
        if answer["status"] == "finished":
            return str(answer["response_body_url"])
        seconds = min(2 * seconds, LONGEST_PAUSE)
    raise TimeoutError(f"Batch {batch} has not finished in {PATIENCE / 60} minutes.")


def _results_in(archive: bytes) -> list[Any]:
    """Reads the results of a batch: a gzipped tar of JSON files."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        opened = [files.extractfile(each) for each in files.getmembers() if each.isfile()]
        return [result for each in opened if each for result in json.load(each)]

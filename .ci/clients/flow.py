"""The flow with the clients that openapi-python-client generates."""

import json
import os

from control import Client as ControlClient
from control.api.clock import advance_clock
from control.models import Advanced
from service import AuthenticatedClient
from service.api.batches import create_batch, get_batch
from service.api.lists import get_lists
from service.api.members import add_member
from service.models import AddMember, Batch, BatchOperation, CreateBatch, Member, MemberStatusInput, ProblemDocument

client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["API_KEY"])
control = ControlClient(base_url=os.environ["CONTROL"])

lists = get_lists.sync(client=client, count=1)
assert lists.total_items == 3, lists
list_id = lists.lists[0].id

body = AddMember(email_address="grace@acme.test", status=MemberStatusInput.SUBSCRIBED)
added = add_member.sync(list_id, client=client, body=body)
assert isinstance(added, Member) and added.email_address == body.email_address, added
refused = add_member.sync_detailed(list_id, client=client, body=body)
assert refused.status_code == 400, refused
assert isinstance(refused.parsed, ProblemDocument) and refused.parsed.title == "Member Exists", refused

operations = [
    BatchOperation(
        method="POST",
        path=f"/lists/{list_id}/members",
        body=json.dumps({"email_address": f"{name}@acme.test", "status": "subscribed"}),
    )
    for name in ("new", "grace")
]
created = create_batch.sync(client=client, body=CreateBatch(operations=operations))
assert isinstance(created, Batch) and created.status == "pending", created
advanced = advance_clock.sync(os.environ["WORLD"], client=control, body={"until": "idle"})
assert isinstance(advanced, Advanced), advanced
batch = get_batch.sync(created.id, client=client)
assert isinstance(batch, Batch) and batch.status == "finished", batch
assert (batch.total_operations, batch.errored_operations) == (2, 1), batch

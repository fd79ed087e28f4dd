"""Accepted findings of schemathesis, each with its reason. All checks are enabled, and any other finding fails."""

import os
import re
from dataclasses import dataclass

import schemathesis

CONTRACT = os.environ["FUZZ_CONTRACT"]


@dataclass(frozen=True)
class Refusal:
    """A call that matches every schema and is rejected anyway."""

    contract: str
    title: str
    """Pattern of the error: its detail, or the messages about fields."""
    says: str
    reason: str
    operation: str | None = None


ACROSS_PARAMETERS = "OpenAPI has no rules across query parameters; the descriptions of the parameters state it."
UNUSABLE = "Unprocessable Entity"
STATE = "It depends on the state of the account, which no schema describes."

REFUSALS = [
    Refusal("service", "Bad Request", "`fields` and `exclude_fields` cannot be used together", ACROSS_PARAMETERS),
    Refusal("service", "Bad Request", "must be given together", ACROSS_PARAMETERS),
    Refusal("service", "Bad Request", "since_last_campaign needs a status", ACROSS_PARAMETERS),
    Refusal("service", "Bad Request", "unsubscribed_since can only be combined", ACROSS_PARAMETERS),
    Refusal("service", "Bad Request", "The cursor is none that was given", "Cursors are opaque: only those of answers are known."),
    Refusal("service", "Bad Request", "There is a connected site .* already", STATE),
    Refusal("service", "Bad Request", "is verified already|This is not the code", STATE),
    Refusal("service", "Bad Request", "An account has at most .* batch webhooks", STATE),
    Refusal("service", "Bad Request", "Members can be added to static segments only", STATE),
    Refusal("service", "Bad Request", "^The (contact|landing page|template|site) |: it cannot |cannot be archived|was not found at", STATE),
    Refusal("service", "Bad Request", "stands in this call more than once", "JSON Schema cannot compare one member of several items."),
    Refusal("service", "Invalid Resource", "url: Value must be an http or https URL", "Which hosts can be read is for the URL standard to say: 256.0.0.1 cannot."),
    Refusal("service", "Account Export in Progress", "", STATE),
    Refusal("service", "Too Many Account Exports", "", STATE),
    Refusal("service", "Member Exists", "", STATE),
    Refusal("service", "Member In Compliance State", "", STATE),
    Refusal("service", "Forgotten Email Not Subscribed", "", STATE),
    Refusal("service", "Invalid Resource", "Value must be the id of a (folder of templates|list of the account)", STATE),
    Refusal("service", "Invalid Resource", "The list already has a merge field|webhook with this URL already|tag of this name", STATE),
    Refusal("service", "Invalid Resource", "is already on the list", STATE),
    Refusal("service", "Invalid Resource", "segment has no options|members of a .* segment cannot be given", STATE),
    Refusal("service", "Invalid Resource", "Invalid (interest|marketing permission) ID", STATE),
    Refusal("service", "Invalid Resource", "Required field is missing: (email_address|status_if_new)", "Whether the member of the path is on the list decides what is needed."),
    Refusal("service", "Invalid Resource", "A consent needs what it is for|A new phone cannot come with a denied consent", "Whether the contact has the channel decides."),
    Refusal(
        "service",
        "Invalid Resource",
        r"options\.conditions\.\d+\.",
        "Conditions name merge fields, interests, segments and campaigns of the account, and what a field means follows from them.",
    ),
    Refusal("service", "Invalid Resource", r"^[A-Z0-9_]+: ", "The merge fields of the list decide about the values of members; the field of the error is the tag."),
    Refusal("service", "Invalid Resource", r"operations\.\d+\.method", "DELETE is taken with the setting `batch.delete_operations` only."),
    Refusal("control", UNUSABLE, r"There is no (?!query parameter|member \S+ here)|No application (is registered|has this token)", STATE),
    Refusal("control", UNUSABLE, "Choose one with list_id=", STATE),
    Refusal("control", UNUSABLE, "The query parameter (entity|id|path) |Use either path alone", ACROSS_PARAMETERS),
    Refusal("control", UNUSABLE, "bundle", "A bundle is what another call answered: its steps fit together, and what it says cannot be said beside it."),
    Refusal("control", UNUSABLE, "is relative to /3.0", "A path is matched without the version; the error says how to write it."),
    Refusal("control", UNUSABLE, "is only allowed with the mode scaled", STATE),
    Refusal("control", UNUSABLE, "create one fault per effect|is allowed only with problem", "The schema says so by `oneOf`, which schemathesis forgets when it adds a member to an example."),
    Refusal("control", UNUSABLE, "never matches: ", "JSON Schema cannot compare members with each other."),
    Refusal("control", UNUSABLE, "is longer than max|is allowed only with the connection slow|changes nothing: use true", "JSON Schema cannot compare members with each other."),
    Refusal("control", UNUSABLE, "is not a JSON pointer|is not a valid header name|not allowed in headers|which the server sets itself", "Generators of clients don't read rules for names of members."),
    Refusal("control", UNUSABLE, "", STATE, operation="POST /worlds/{world}/triggers"),
    Refusal("control", UNUSABLE, "never goes back|leads beyond|lies beyond|lies before", "The clock of the world decides which instants lie ahead."),
    Refusal("control", UNUSABLE, "at most P(T10M|365D)", "JSON Schema cannot compare durations that are written as texts."),
]


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Removes the operation that never ends."""
    if CONTRACT == "control":
        # Its response lasts as long as the world.
        del raw_schema["paths"]["/worlds/{world}/stream"]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Limits waits, which may take up to ten minutes, to a hundredth of a second."""
    if CONTRACT != "control":
        return
    for holder, name in ((case.query, "wait"), (case.body, "within"), (case.body, "max_wait")):
        if isinstance(holder, dict) and LONG.search(str(holder.get(name, ""))):
            holder[name] = "PT0.01S"


# Durations accepted by the control API.
LONG = re.compile(r"^(P(?=.)([0-9]+W)?([0-9]+D)?(T(?=.)([0-9]+H)?([0-9]+M)?([0-9]+(\.[0-9]+)?S)?)?|[0-9]{2,6}(\.[0-9]+)?)$")


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops the accepted findings."""
    kind = type(failure).__name__
    # The 404 is about the member in the body, not about the segment created just before.
    if kind == "EnsureResourceAvailability" and case.operation.label == "POST /lists/{list_id}/segments/{segment_id}/members":
        return "is not on the list" not in response.text
    if kind != "RejectedPositiveData" or response.status_code not in (400, 422):
        return True
    # A sign-in needs secrets issued by the server: client ids, codes, and single-use pages.
    if CONTRACT == "public":
        return not (case.operation.path.startswith("/oauth2/") and response.status_code == 400)
    problem = response.json()
    said = [problem["detail"], *(f"{error.get('field', error.get('pointer'))}: {error['message']}" for error in problem.get("errors", []))]
    return not any(
        each.contract == CONTRACT and each.operation in (None, case.operation.label) and each.title == problem["title"] and any(re.search(each.says, text) for text in said)
        for each in REFUSALS
    )

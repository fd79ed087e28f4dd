"""Accepted findings of schemathesis, each with its reason. All checks are enabled, and any other finding fails."""

import os
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

import schemathesis

CONTRACT = os.environ["FUZZ_CONTRACT"]


@dataclass(frozen=True)
class Refusal:
    """A call that fits every schema and is rejected anyway. A rejection has to match everything that is given here."""

    contract: str
    reason: str
    operation: str | None = None
    title: str | None = None
    fields: str | None = None
    """Pattern of the whole field: its path, its pointer, or the name of a query parameter."""
    says: str | None = None
    """Pattern in the detail or in the message about a field, where neither operation nor field is enough."""


ACROSS_PARAMETERS = "OpenAPI has no rules across query parameters; the descriptions of the parameters state it."
ACROSS_MEMBERS = "Generators of clients do not read rules across the members of a body; the descriptions state it."
STATE = "It depends on the state of the account, which no schema describes."

REFUSALS = [
    Refusal("service", ACROSS_PARAMETERS, title="Bad Request", says="`fields` and `exclude_fields` cannot be used together"),
    Refusal("service", ACROSS_PARAMETERS, title="Bad Request", says="must be given together"),
    Refusal("service", ACROSS_PARAMETERS, title="Bad Request", says="since_last_campaign needs a status"),
    Refusal("service", ACROSS_PARAMETERS, title="Bad Request", says="unsubscribed_since can only be combined"),
    Refusal("service", "Cursors are opaque: only those of responses are valid.", title="Bad Request", says="The cursor is none that was given"),
    Refusal("service", STATE, title="Bad Request", says="There is a connected site .* already"),
    Refusal("service", STATE, title="Bad Request", says="is verified already|This is not the code"),
    Refusal("service", STATE, title="Bad Request", says="An account has at most .* batch webhooks"),
    Refusal("service", STATE, title="Bad Request", says="Only the members of static segments can be changed"),
    Refusal("service", STATE, title="Bad Request", says="^The (contact|landing page|template|site) |: it cannot |cannot be archived|was not found at"),
    Refusal("service", "JSON Schema cannot compare one member of several items.", title="Bad Request", says="stands in this call more than once"),
    Refusal("service", "The URL standard decides which hosts are valid: 256.0.0.1 is not.", title="Invalid Resource", says="url: Value must be an http or https URL"),
    Refusal("service", STATE, title="Account Export in Progress"),
    Refusal("service", STATE, title="Too Many Account Exports"),
    Refusal("service", STATE, title="Member Exists"),
    Refusal("service", STATE, title="Member In Compliance State"),
    Refusal("service", STATE, title="Forgotten Email Not Subscribed"),
    Refusal("service", STATE, title="Invalid Resource", says="Value must be the id of a (folder of (templates|files)|list of the account)"),
    Refusal("service", STATE, title="Invalid Resource", says="The list already has a merge field|webhook with this URL already|tag of this name"),
    Refusal("service", STATE, title="Invalid Resource", says="is already on the list"),
    Refusal("service", STATE, title="Invalid Resource", says="segment has no options|members of a .* segment cannot be given"),
    Refusal("service", STATE, title="Invalid Resource", says="Invalid (interest|marketing permission) ID"),
    Refusal("service", "The required fields depend on whether the member of the path is on the list.", title="Invalid Resource", says="Required fields? (?:is missing|were not provided): (email_address|status_if_new)"),
    Refusal("service", "It depends on whether the contact has the channel.", title="Invalid Resource", says="A consent needs what it is for|A new phone cannot come with a denied consent"),
    Refusal("service", "Conditions name merge fields, interests, segments and campaigns of the account, and what a field means follows from them.", title="Invalid Resource", fields=r"(options|recipients\.segment_opts)\.conditions\.item:\d+(\..*)?"),
    Refusal("service", "The merge fields of the list decide which values of members are valid; the field of the error is the tag.", title="Invalid Resource", fields="[A-Z0-9_]+"),
    Refusal("service", "DELETE is allowed only with the setting `batch.delete_operations`.", title="Invalid Resource", fields=r"operations\.item:\d+\.method"),
    Refusal("service", STATE, title="Bad Request", says="^The campaign |^Your Campaign is not ready"),
    Refusal("service", STATE, title="Bad Request", says="^The client_id or the client_secret is wrong"),
    Refusal("service", STATE, title="Bad Request", says="^The (automation|email) |was removed from the automation|the email .* already|can get the email"),
    Refusal("service", "The type of a workflow decides what of its emails can change.", title="Bad Request", says="mails of automations of the type"),
    Refusal("service", "Answers have types of workflows that requests cannot have.", title="Invalid Resource", fields=r"trigger_settings\.workflow_type"),
    Refusal("service", STATE, title="Bad Request", says="^The account has no store"),
    Refusal("service", STATE, title="Invalid Resource", fields=r"recipients\.list_id|recipients\.segment_opts\.saved_segment_id|settings\.(folder|template)_id|(variate_contents\.item:\d+\.)?template\.id"),
    Refusal("service", "The syntax of addresses is stricter than any schema says.", title="Invalid Resource", fields="email_address", says="Value must be an email address"),
    Refusal("service", "The type of the campaign decides which actions it has.", title="Invalid Action"),
    Refusal("service", "The type of a campaign decides which members it needs.", operation="POST /campaigns", fields="", says="(missing|not provided): (rss_opts|variate_settings)"),
    Refusal("service", ACROSS_MEMBERS, title="Invalid Resource", fields="rss_opts|variate_settings|variate_contents", says="^[a-z_]+: (Only campaigns of the type|Required fields? (is missing|were not provided)|There must be as many)"),
    Refusal("service", ACROSS_MEMBERS, title="Invalid Resource", fields=r"tracking\.(opens|html_clicks|text_clicks)", says="A campaign that tests versions must track it"),
    Refusal("service", ACROSS_MEMBERS, title="Invalid Resource", fields=r"recipients\.segment_opts", says="Only one of|Required fields? (?:is missing|were not provided): (conditions|match)"),
    Refusal("service", ACROSS_MEMBERS, title="Bad Request", says="^A campaign is sent with timewarp or in batches, not both|^Only regular campaigns can be"),
    Refusal("service", "The plan of the account decides how many combinations a test can have.", title="Invalid Resource", fields="variate_settings", says=r"At most \d+ combinations"),
    Refusal("service", "The plan of the account decides how many tests can be sent.", title="Bad Request", says="can send at most"),
    Refusal("service", "The time of the world decides which instants lie ahead.", title="Bad Request", says="^The schedule_time must be in the future|24 hours ahead"),
    Refusal("service", "No pattern describes the quarter hours of all time zones.", title="Bad Request", says="on the quarter hour"),
    Refusal("service", "No pattern describes the quarter hours that lie ahead.", title="Invalid Resource", fields=r"variate_settings\.send_times\.item:\d+"),
    Refusal("service", "JSON Schema counts characters, and not bytes.", title="Invalid Resource", fields=r"tracking\.(google_analytics|clicktale)", says="must have at most 50 bytes"),
    Refusal("service", "JSON Schema counts characters, and not bytes.", title="Bad Request", says="^The HTML must have at most"),
    Refusal("service", "The network and the setting `imports` decide which pages can be fetched.", title="Bad Request", says="^The page "),
    Refusal("service", "Base64 can hold anything.", title="Bad Request", says="^The archive |^The file .* of the archive has"),
    Refusal("service", "A pattern that counts by fours exceeds the stack of regular expressions with files of some megabytes.", title="Invalid Resource", fields="file_data", says="must be base64"),
    Refusal("service", STATE, title="Invalid Resource", fields="name", says="Value must keep the extension of the file"),
    Refusal("service", STATE, title="Bad Request", says="already exists in the account"),
    Refusal("service", STATE, title="Bad Request", says="with the provided ID does not exist|Can not archive a contact that is bounced, pending or archived"),
    Refusal("service", STATE, title="Invalid Resource", says="already exists on the list|^An interest category with the title .* already exists"),
    Refusal("service", STATE, title="Invalid Resource", says="^Can only set content on campaigns with status"),
    Refusal("service", STATE, title="Invalid Resource", says="is already in this list with a status of|^email address: This member's status is"),
    Refusal("service", STATE, title="Bad Request", says="may not be changed later|was not found in audience|was deleted, so nothing can be added"),
    Refusal("service", STATE, title="Bad Request", says="is the last one of the"),
    Refusal("service", STATE, title="Bad Request", says="^The list .* has no store|^The store .* has an? "),
    Refusal("service", STATE, title="Bad Request", says="^The survey |can enter a journey|^The (step|journey) "),
    Refusal("service", STATE, title="Customer Was Not Saved"),
    Refusal("service", STATE, title="Invalid Resource", says="^Promo (rule|code) .* already exists"),
    Refusal("service", "Only a new customer needs an address.", title="Invalid Resource", fields=r"(customer\.)?email_address", says="Required fields? (?:is missing|were not provided)"),
    Refusal("service", "Only what is new needs the members of a POST.", title="Invalid Resource", says="Required fields? (is missing|were not provided)", operation="PUT /ecommerce/stores/{store_id}/products/{product_id}"),
    Refusal("service", "Only what is new needs the members of a POST.", title="Invalid Resource", fields=r"(lines|variants|images)\.item:\d+", says="Required fields? (is missing|were not provided)"),
    Refusal("service", "The path of a PUT has the id of what it creates.", title="Invalid Resource", fields="id", says="without control characters|characters"),
    Refusal("service", STATE, title="Invalid Resource", fields=r"(lines|variants|images)\.item:\d+", says="An id is needed"),
    Refusal("service", "JSON Schema counts characters, and not bytes.", title="Invalid Resource", fields="title", says="must have at most 100 bytes"),
    Refusal("service", ACROSS_MEMBERS, title="Invalid Resource", fields="amount", says="between 0 and 1 for a percentage"),
    Refusal("service", "JSON Schema cannot compare instants, which are strings; the description states the order.", title="Invalid Resource", fields="ends_at"),
    Refusal("service", ACROSS_MEMBERS, title="Invalid Resource", fields=r"(lines\.item:\d+\.)?product\.id", says="must equal the product_id"),
    Refusal("service", "The type of a section or a question decides which members it needs, and the list which merge fields exist.", title="Invalid Resource", fields=r"sections\.item:\d+(\..*)?"),
    Refusal("control", STATE, operation="POST /worlds/{world}/triggers"),
    Refusal("control", STATE, operation="GET /worlds/{world}/timeline", says="there is no entry"),
    Refusal("control", STATE, operation="POST /worlds/{world}/clock/advance", fields="/(by|to)"),
    Refusal("control", "The time of the world decides which instants lie ahead.", fields="/when/(until|between)"),
    Refusal("control", "JSON Schema cannot compare instants, which are strings; the description states the range.", fields="/now", says="must lie between"),
    Refusal("control", "Which members can be given depends on the mode of the clock.", fields="(/clock)?/rate"),
    Refusal("control", "OpenAPI has no rules across query parameters, and an id may be in two lists.", operation="GET /worlds/{world}/why"),
    Refusal("control", "A bundle is the response of another call: its parts fit together, and no other member may repeat them.", operation="POST /worlds", says="bundle"),
    Refusal("control", "The schema of scenarios is a document of its own, which generators of clients need not read.", operation="POST /worlds", fields=r"/scenario_inline(/.*)?"),
    Refusal("control", "The world, the server and the service's contract decide which names exist.", says=r"There is no (?!query parameter|member \S+ here)|The scenario of this world has no outage"),
    Refusal("control", "The words of the contract decide which words a vocabulary can map.", says="The vocabulary cannot be used"),
    Refusal("control", "A path is relative to the version; the error says how to write it.", fields="/match/path"),
    Refusal("control", "The schema says so by `oneOf`, which schemathesis forgets when it adds a member to an example.", fields="/effect(/(headers|bytes_per_second))?"),
    Refusal("control", "JSON Schema cannot compare members with each other.", fields="/when/(nth|after|every|between|daily|ramp)|/match/(via|headers)|/effect/(latency/min|mutate)"),
    Refusal("control", "Client generators do not read rules for the names of members.", fields="/match/(body|headers)|/effect/headers"),
    Refusal("control", "JSON Schema cannot compare durations, which are strings.", fields="wait|/within|/max_wait|/when/daily/for|/effect/(delay|latency(/(min|max))?)"),
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
    if kind == "AcceptedNegativeData" and CONTRACT == "control":
        # The operation says whether a text is a scenario, so that every text is valid. A blank body counts as none.
        return case.operation.label != "POST /scenarios/validate" and bool((response.request.body or b"").strip())
    # A null or an empty object has no text of its own: the parameter is empty on the wire, or missing.
    if kind == "AcceptedNegativeData" and "in query" in failure.message:
        return any(name in sent_query(response.request.url) for name in re.findall(r"`(\w+)`", failure.message))
    if kind != "RejectedPositiveData" or response.status_code not in (400, 422):
        return True
    # A sign-in needs secrets issued by the server: client ids, codes, and single-use pages.
    if CONTRACT == "public":
        return not (case.operation.path.startswith("/oauth2/") and response.status_code == 400)
    hint = response.headers.get("x-maildouble-hint", [""])[0]
    return not any(accepts(refusal, case.operation.label, response.json(), unquote(hint)) for refusal in REFUSALS)


def sent_query(url):
    """The query parameters of a call that are not empty."""
    return parse_qs(urlsplit(url).query)


def accepts(refusal, operation, problem, hint):
    """Whether an error is a known refusal. The hint says more than the texts of the service: what was not found, what would have fit."""
    errors = [(error.get("field", error.get("pointer")), error["message"]) for error in problem.get("errors", [])]
    parameter = re.match(r"The query parameter (\w+)", problem["detail"])
    fields = [parameter[1]] if parameter else [*(field for field, _ in errors), *re.findall(r"(?:^| )([\w.:]+): ", hint)]
    texts = [problem["detail"], hint, *(f"{field}: {message}" for field, message in errors)]
    return (
        refusal.contract == CONTRACT
        and refusal.operation in (None, operation)
        and refusal.title in (None, problem["title"])
        and (refusal.fields is None or any(re.fullmatch(refusal.fields, field) for field in fields))
        and (refusal.says is None or any(re.search(refusal.says, text) for text in texts))
    )

"""Repeats a session that calls every operation, with the client that openapi-python-client generates. The models have to keep all of each answer."""

import importlib
import inspect
import json
import os
import re
import typing
import urllib.request

from service import AuthenticatedClient

client = AuthenticatedClient(base_url=os.environ["API"], token=os.environ["API_KEY"])
control = f"{os.environ['CONTROL']}/worlds/{os.environ['WORLD']}"


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower()


def model_of(function, body):
    """The body as an instance of the first model of the operation that takes it."""
    hint = inspect.signature(function).parameters["body"].annotation
    for model in typing.get_args(hint) or (hint,):
        if hasattr(model, "from_dict"):
            return model.from_dict(body)
    return body


with open(os.environ["SESSION"]) as file:
    steps = json.load(file)

for step in steps:
    if "control" in step:
        data = json.dumps(step["body"]).encode()
        request = urllib.request.Request(control + step["control"], data, {"content-type": "application/json"})
        urllib.request.urlopen(request).read()
        continue
    name = step["operation"]
    module = importlib.import_module(f"service.api.{snake(step['tag'])}.{snake(name)}")
    given = dict(step["query"])
    if step.get("body") is not None:
        given["body"] = model_of(module.sync_detailed, step["body"])
    answer = module.sync_detailed(*step["path"].values(), client=client, **given)
    assert answer.status_code == step["status"], (name, answer)
    if answer.content:
        parsed = answer.parsed
        kept = [each.to_dict() for each in parsed] if isinstance(parsed, list) else parsed.to_dict()
        assert kept == json.loads(answer.content), (name, kept, json.loads(answer.content))

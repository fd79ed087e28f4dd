// Generates the calls of the control API for Python: a method for each operation, an overload for each trigger and each event of webhooks.
import { listEventsIn } from './kit-model.mjs'
import { isName, pascalCase, queryOf, snakeCase, triggersIn } from './python-types.mjs'
import { operationsOf } from './spec.mjs'

/** @typedef {import('./spec.mjs').Contract} Contract */
/** @typedef {Record<string, any>} Json */

const HEAD = `"""The calls of the control API, from its contract."""

from __future__ import annotations

from typing import Any, Literal, cast, overload

from typing_extensions import TypeAlias, Unpack

from .. import types
from .._paths import path_of
from .transport import AsyncTransport

# The traceback of a failed test ends at the line of the test.
__tracebackhide__ = True


class AsyncControlApi:
    """A method for each operation of the control API, by the name of the operation."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.transport = transport
`

/** The module of the asynchronous calls. @param {Contract} contract */
export function pythonCallsOf(contract) {
  const calls = [...operationsOf(contract)].filter(({ operation }) => answerOf(operation) !== undefined).map(callOf)
  return `${HEAD}\n${calls.join('\n')}\n\n${triggersOf(contract)}\n\n${payloadsOf(contract)}`
}

/** The type of an operation's answer. Undefined if the answer is a stream. @param {import('./spec.mjs').Operation} operation */
function answerOf({ responses }) {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const content = response?.content
  if (!content) return 'None'
  if (content['text/event-stream']) return undefined
  const schema = content['application/json']?.schema ?? content['application/schema+json']?.schema
  if (!schema) return 'str'
  return schema.$ref ? typeNamed(schema.$ref) : 'dict[str, Any]'
}

/** @param {string} reference */
function typeNamed(reference) {
  return `types.${reference.split('/').at(-1)}`
}

/** @param {{ method: string, path: string, operation: import('./spec.mjs').Operation }} found */
function callOf({ method, path, operation }) {
  const name = snakeCase(operation.operationId)
  const answer = answerOf(operation)
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place)
  const query = queryOf(operation)
  const queryType = `types.${pascalCase(operation.operationId)}Query`
  const body = bodyOf(operation)
  // A parameter whose name is a keyword of Python can't be an argument of its own.
  const areArguments = query.every((each) => isName(each['name']))
  const parameters = [
    'self',
    ...places.map((place) => `${place}: str | int`),
    ...(body ? [`body: ${body}`] : []),
    ...(query.length === 0 ? [] : [areArguments ? `**query: Unpack[${queryType}]` : `query: ${queryType}`]),
  ]
  const filled =
    places.length === 0 ? `"${path}"` : `path_of("${path}", ${places.map((place) => `${place}=${place}`).join(', ')})`
  const given = [`"${method}"`, filled, ...(query.length === 0 ? [] : ['query=query']), ...(body ? ['body=body'] : [])]
  const call = `await self.transport.${answer === 'str' ? 'text' : 'call'}(${given.join(', ')})`
  const result = answer === 'None' ? call : answer === 'str' ? `return ${call}` : `return cast("${answer}", ${call})`
  return [
    `    async def ${name}(${parameters.join(', ')}) -> ${answer}:`,
    `        """${operation['summary']}."""`,
    `        ${result}`,
    '',
  ].join('\n')
}

/** The type of an operation's body. @param {import('./spec.mjs').Operation} operation */
function bodyOf({ requestBody }) {
  const content = /** @type {Json} */ (requestBody)?.content
  if (!content) return undefined
  const { $ref } = content['application/json'].schema
  return $ref ? typeNamed($ref) : 'object'
}

/** A class with an overload for each trigger. @param {Contract} contract */
function triggersOf(contract) {
  return [
    'class AsyncTriggers:',
    '    """Simulates what other people do."""',
    '',
    '    _api: AsyncControlApi',
    '    id: str',
    '',
    ...triggersIn(contract).flatMap(({ name, trigger, schema }) => [
      '    @overload',
      `    async def trigger(self, trigger: Literal["${trigger}"], /, **given: Unpack[types.${name}Parameters]) -> types.Triggered:`,
      `        """${String(schema['description'] ?? name)
        .trim()
        .replaceAll(/\s+/g, ' ')
        .replaceAll('"', "'")}"""`,
      '',
    ]),
    '    async def trigger(self, trigger: str, /, **given: Any) -> types.Triggered:',
    '        """Simulates what other people do: a member leaves, opens or replies, a domain is verified."""',
    '        body = cast("types.Trigger", {"trigger": trigger, **given})',
    '        return await self._api.run_trigger(self.id, body)',
    '',
  ].join('\n')
}

/** A class with an overload of \`next\` for each event of webhooks. @param {Contract} contract */
function payloadsOf({ components }) {
  /** @type {Record<string, Json>} */
  const schemas = components.schemas
  const ways = /** @type {Json[]} */ (schemas['WebhookPayload']?.['oneOf'] ?? [])
  const payloads = ways.map(({ $ref }) => String($ref).split('/').at(-1) ?? '')
  const eventOf = (/** @type {string} */ name) => String(schemas[name]?.['properties'].type.const)
  const doc = '        """Waits for the next webhook, or the next one of an event, and returns its payload."""'
  return [
    `EventName: TypeAlias = Literal[${payloads.map((name) => `"${eventOf(name)}"`).join(', ')}]`,
    '"""The events of webhooks."""',
    '',
    `LIST_EVENTS: tuple[EventName, ...] = (${listEventsIn(schemas)
      .map((event) => `"${event}"`)
      .join(', ')})`,
    '"""The events that the webhook of a list can be registered for."""',
    '',
    '',
    'class AsyncPayloads:',
    '    """Returns the payloads of webhooks in the order of their arrival."""',
    '',
    '    @overload',
    '    async def next(self, event: None = None, *, wait: float = 10.0) -> types.WebhookPayload:',
    doc,
    '',
    ...payloads.flatMap((name) => [
      '    @overload',
      `    async def next(self, event: Literal["${eventOf(name)}"], *, wait: float = 10.0) -> types.${name}:`,
      doc,
      '',
    ]),
    '    async def next(self, event: str | None = None, *, wait: float = 10.0) -> Any:',
    doc,
    '        return await self._next(event, wait)',
    '',
    '    async def _next(self, event: str | None, wait: float) -> Any:',
    '        raise NotImplementedError',
    '',
  ].join('\n')
}

import type { OpenAPIV3_1 } from 'openapi-types'
import type { Contract } from '../../kernel/contract/openapi.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { nameHint } from '../../kernel/support/nearest.ts'
import { RefusedError } from '../client/errors.ts'
import { readAnswer, composeRequest, type ServiceMethod, type UnknownAnswer } from '../client/service-call.ts'
import { type ToolAnswer, call, dataLine } from './answer.ts'
import { splitArguments } from './call-operation.ts'
import { findOperation } from './input-schema.ts'
import { type Tool, worldIdIn } from './tool.ts'

const METHODS: readonly ServiceMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * The operations of the service as tools, in the order of its contract; with `resources`, only theirs.
 *
 * @throws Error about a resource that does not exist.
 */
export function makeServiceTools(contract: Contract, resources: readonly string[]): Tool[] {
  const known = contract.tags.map(({ name }) => name)
  const unknown = resources.find((each) => !known.includes(each))
  if (unknown !== undefined) throw new Error(`the service has no resource ${unknown}. ${nameHint(unknown, known)}`)
  return Object.entries(contract.paths).flatMap(([path, item = {}]) =>
    METHODS.flatMap((method) => {
      const operation = item[method.toLowerCase() as Lowercase<ServiceMethod>]
      const isAsked = resources.length === 0 || operation?.tags?.some((tag) => resources.includes(tag))
      return operation && isAsked ? [makeServiceTool(contract, path, method, operation)] : []
    }),
  )
}

function makeServiceTool(contract: Contract, path: string, method: ServiceMethod, operation: OpenAPIV3_1.OperationObject): Tool {
  const { operationId: name = '', summary = '', description = summary } = operation
  // By the definition of the hint, only what adds is not destructive. An action may end something.
  const isAddition = method === 'POST' && !path.includes('/actions/')
  return {
    name,
    description,
    contract: 'service',
    operations: [name],
    title: undefined,
    needs: [],
    takes: undefined,
    own: {},
    changes: method === 'GET' ? 'nothing' : 'world',
    isDestructive: method !== 'GET' && !isAddition,
    isIdempotent: method === 'GET' || method === 'PUT' || method === 'DELETE',
    async run(given, { maildouble }) {
      const { parts } = findOperation(contract, name)
      const world = await maildouble.worlds.get(worldIdIn(given))
      const { path: named, query, body } = splitArguments(path, given, (argument) => parts.get(argument)?.isParameter ?? false)
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, argument: string) => encodeURIComponent(String(named[argument])))
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body
      const answer = await readAnswer(name, await world.fetch(...composeRequest(method, filled, sent, { query })))
      if (answer.status >= 400) throw new RefusedError(`${method} ${filled}`, describeRefusal(answer))
      return showAnswer(name, world.id, answer)
    },
  }
}

/** The problem object of the service, and what the double knows beyond it, in the words of the control API. */
function describeRefusal({ status, headers, body }: UnknownAnswer) {
  const { title = 'No problem object', detail = body ?? 'The answer has no body.', errors = [] } = isObject(body) ? body : {}
  const hint = headers.get('x-maildouble-hint')
  const mistakes = (Array.isArray(errors) ? errors : []).filter(isObject)
  return {
    type: 'about:blank',
    title: String(title),
    status,
    detail: `${String(title)}: ${String(detail)}${hint === null ? '' : `\n${hint}`}`,
    errors: mistakes.map(({ field, message }) => ({ pointer: String(field), message: String(message) })),
  }
}

/** Shorter than an answer, so that one row of a collection fits. */
const ROW_MAX = { valueMax: 2_000, lineMax: 7_500 }

/** Shows the rows of a collection line by line. Links are left out: for an assistant, tools lead on. */
function showAnswer(name: string, world: string, { status, headers, body }: UnknownAnswer): ToolAnswer {
  const whole: unknown = JSON.parse(JSON.stringify(body ?? null, (member, each) => (member === '_links' ? undefined : each)))
  const isCollection = isObject(whole) && 'total_items' in whole
  const [[member = '', rows = []] = []] = isCollection ? Object.entries(whole).filter(([, each]) => Array.isArray(each)) : []
  const lines: readonly unknown[] = isCollection && Array.isArray(rows) ? [{ ...whole, [member]: undefined }, ...rows] : [whole]
  return {
    headline: `${name} in the world ${world} was answered with ${status}.`,
    data: body === undefined ? [] : lines.map((line) => dataLine(line, ROW_MAX)),
    noun: 'rows',
    next: [
      `${call('list_requests', { world, request_id: headers.get('x-request-id') })} shows what the call changed and what of it was ignored.`,
    ],
  }
}

import type { Schemas } from '../../client/contract.ts'
import { VerificationError } from '../../client/errors.ts'
import { formatCount } from '../../../kernel/support/words.ts'
import type { World } from '../../client/world.ts'
import { type ToolAnswer, call, dataLine, dataText } from '../answer.ts'
import { declareFunction, worldIdIn } from '../tool.ts'

/** Number of calls in an answer unless `limit` is given. */
const LIMIT = 20

export const listRequests = declareFunction({
  name: 'list_requests',
  title: 'List the calls of the application',
  description:
    'Lists the calls that a world received, latest first, with their answers, the faults that hit them, and the sent parts that ' +
    'nothing reads (`ignored`). If none matches the filters, it shows the closest calls and how they differ. With `request_id`: one ' +
    'whole call, what it changed and what it caused.',
  operations: ['getRequests', 'getRequest'],
  takes: ['world', 'request_id', 'operation', 'method', 'path', 'status', 'text', 'refused', 'since', 'before', 'limit'],
  changes: 'nothing',
  async run({ world: id, request_id: requestId, ...filter }, { maildouble }) {
    const world = await maildouble.worlds.get(worldIdIn({ world: id }))
    if (requestId !== undefined) return showCall(world, await world.requests.get(requestId))
    const found = await world.requests.list({ limit: LIMIT, ...filter, order: 'desc' })
    if (found.length === 0) return showClosest(world, filter)
    const last = found.at(-1)
    const failed = found.find(({ status }) => status === null || status >= 400)
    const limit = filter.limit ?? LIMIT
    return {
      headline: `${formatCount(found.length, 'call')} of the world ${world.id}, latest first.`,
      data: found.map(callLine),
      noun: 'calls',
      next: [
        ...(failed
          ? [`${call('list_requests', { world: world.id, request_id: failed.id })} shows the latest call that failed as a whole.`]
          : []),
        ...(last && found.length >= limit
          ? [`There may be older ones: ${call('list_requests', { world: world.id, before: last.id })}.`]
          : []),
        'why explains how a thing came to be as it is; verify_requests checks what should have been called.',
      ],
    }
  },
})

/** A call without headers. */
function callLine(request: Schemas['Request']): string {
  const { id, at, via, method, path, query, operation, status, fault, error, hint, ignored, hints, violations, response } =
    request
  return dataLine({
    request_id: id,
    at,
    via: via === 'batch' ? via : undefined,
    call: `${method} ${path}`,
    query,
    operation,
    status: status ?? 'not answered',
    error,
    hint,
    fault,
    ignored,
    hints,
    violations,
    sent: request.request.body,
    answer: status !== null && status < 400 ? undefined : response?.body,
  })
}

function showCall({ id: world }: World, request: Schemas['RequestDetail']): ToolAnswer {
  const { id, at, method, path, query, operation, status, error, hint, fault, faults, ignored, hints, violations, assumptions } =
    request
  const { changes, caused, caused_total: total, cause, response } = request
  const long = { valueMax: 1_500, lineMax: 2_500 }
  return {
    headline: `The call ${dataText(id)} of the world ${world}.`,
    data: [
      dataLine({ at, call: `${method} ${path}`, query, operation, status: status ?? 'not answered', error, cause }),
      dataLine({ hint, ignored, hints, violations, fault, faults, assumptions }),
      dataLine({ request: request.request }, long),
      dataLine({ response }, long),
      ...changes.map(({ table, added, removed, changed }) => dataLine({ table, added, removed, changed })),
      ...caused.map(({ kind, id: what, at: when, summary }) => dataLine({ caused: kind, id: what, at: when, summary })),
    ],
    noun: 'parts',
    omitted: { count: total - caused.length, how: 'list_deliveries lists webhooks.' },
    next: [
      ...(ignored.length > 0 ? ['The application sent what is in `ignored`, and nothing reads it: check those names.'] : []),
      ...(violations.length > 0 ? ['`violations` says what breaks the contract of the API.'] : []),
      ...(fault === null ? [] : ['A fault made this answer, not the service. It may be meant.']),
      `${call('why', { world, path })} shows the history of what it addresses.`,
    ],
  }
}

/** The calls that come closest to a filter that none matches. */
async function showClosest(world: World, filter: CallFilter): Promise<ToolAnswer> {
  const { operation, method, path, status } = filter
  const match = omitUndefined({
    operation,
    method: findMethod(method),
    path: path !== undefined && isGlob(path) ? path : undefined,
    status,
  })
  const verdict = Object.keys(match).length === 0 ? undefined : await world.requests.verdict({ match })
  const none = `No call of the world ${world.id} matches`
  if (verdict && verdict.closest.length > 0) {
    return {
      headline: `${none}. The closest, and how they differ:`,
      data: await Promise.all(verdict.closest.map((each) => closestLine(world, each))),
      noun: 'calls',
      next: ['Correct the filter or the application.', `${call('list_requests', { world: world.id })} lists all calls.`],
    }
  }
  return {
    headline: `${none}.`,
    next: [
      `${call('list_requests', { world: world.id })} lists all calls. If there are none, the application uses another base URL or key: ` +
        'list_worlds shows the base URLs.',
    ],
  }
}

type CallMatch = NonNullable<Schemas['VerifyRequests']['match']>

interface CallFilter extends Pick<CallMatch, 'operation' | 'status'> {
  readonly method?: string
  readonly path?: string
}

function isGlob(path: string): path is NonNullable<CallMatch['path']> {
  return path.startsWith('/') || path.startsWith('**')
}

function findMethod(method: string | undefined): CallMatch['method'] {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
  return methods.find((each) => each === method?.toUpperCase())
}

/** The members that have a value. */
function omitUndefined(match: { readonly [Name in keyof CallMatch]: CallMatch[Name] | undefined }): CallMatch {
  return Object.fromEntries(Object.entries(match).filter(([, value]) => value !== undefined))
}

async function closestLine(world: World, { id, differences }: Schemas['Verdict']['closest'][number]): Promise<string> {
  // It may have been evicted meanwhile.
  const request = await world.requests.get(id).catch(() => undefined)
  const shown = request && { call: `${request.method} ${request.path}`, operation: request.operation, status: request.status }
  return dataLine({ request_id: id, ...shown, differences })
}

export const verifyRequests = declareFunction({
  name: 'verify_requests',
  title: 'Check what was called',
  description:
    'Checks that the application made the calls that it should have made: how many calls match, and if the verdict is not "pass", ' +
    'the closest calls with the expected and the actual values.',
  operations: ['verifyRequests'],
  takes: ['world', 'match', 'count', 'within'],
  changes: 'nothing',
  async run({ world: id, ...expected }, { maildouble }) {
    const world = await maildouble.worlds.get(worldIdIn({ world: id }))
    try {
      const { matched, requests } = await world.requests.verify(expected)
      return {
        headline: `pass: ${formatCount(matched, 'call')} of the world ${world.id} matched.`,
        data: requests.slice(0, LIMIT).map((each) => dataLine({ request_id: each })),
        noun: 'calls',
        omitted: { count: matched - Math.min(matched, LIMIT), how: 'list_requests with filters lists them.' },
        next: [
          requests[0] === undefined
            ? 'Nothing was called, as expected.'
            : `${call('list_requests', { world: world.id, request_id: requests[0] })} shows the first as a whole.`,
        ],
      }
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error
      const { verdict, matched, closest: near } = error.verdict
      const [first] = near
      return {
        headline: `${verdict}: ${formatCount(matched, 'call')} of the world ${world.id} matched.`,
        data: error.message.split('\n').map((line) => dataText(line)),
        next: [
          first
            ? `${call('list_requests', { world: world.id, request_id: first.id })} shows the closest call as a whole.`
            : `${call('list_requests', { world: world.id })} lists what was called.`,
          'If a call is expected later, advance_clock lets time pass; `within` waits in real time.',
        ],
      }
    }
  },
})

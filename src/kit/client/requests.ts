import { cutText, formatCount } from '../../kernel/support/words.ts'
import type { QueryOf, Schemas } from './contract.ts'
import { VerificationError } from './errors.ts'
import { PartOfWorld } from './part-of-world.ts'
import { aligned, cutBoth, span } from './wording.ts'

type Verdict = Schemas['Verdict']
type ExpectedCalls = Schemas['VerifyRequests']
type ShownCalls = ReadonlyMap<string, Schemas['Request']>

/** Maximum number of matching calls in a message if there are too many. */
const MATCHES_SHOWN = 5

/** Maximum column width: three columns fit into a terminal. */
const COLUMN = 29

const NOTHING = 'There were no calls. Does the application use the base URL of this world, and its key?'

/** The ids of the calls that a message shows. */
function shownCallIds({ closest, requests }: Verdict): readonly string[] {
  return closest.length > 0 ? closest.map(({ id }) => id) : requests.slice(0, MATCHES_SHOWN)
}

/** Explains a verdict that is not a pass. */
export function explainVerdict(expected: ExpectedCalls, verdict: Verdict, shown: ShownCalls): string {
  const foundLines = found(verdict, shown)
  const blocks = [
    [headline(expected, verdict), ...missing(verdict)],
    sought(expected),
    ...(foundLines.length > 0 ? [foundLines] : []),
  ]
  return blocks.map((lines) => lines.join('\n')).join('\n\n')
}

function headline({ count, within }: ExpectedCalls, { verdict, matched }: Verdict): string {
  const { exactly, at_least: least = count ? undefined : 1, at_most: most } = count ?? {}
  const [word, number = 0] =
    exactly === undefined ? (least === undefined ? ['at most', most] : ['at least', least]) : ['exactly', exactly]
  const time = within === undefined ? '' : ` within ${span(within)}`
  const expectation = `${word} ${formatCount(number, 'call')} to match${time}`
  const did = matched === 0 ? 'none did' : `${matched} did`
  return verdict === 'fail'
    ? `Expected ${expectation}, but ${did}.`
    : `Cannot tell: expected ${expectation}, and ${did} for certain.`
}

/** The reasons why the server can't be sure. */
function missing({ verdict, unsure, evicted }: Verdict): string[] {
  if (verdict !== 'inconclusive') return []
  return [
    ...(evicted === 0 ? [] : [`${formatCount(evicted, 'call')} were evicted and could have matched.`]),
    ...(unsure === 0 ? [] : [`${formatCount(unsure, 'call')} could match, but only the first 64 KiB of a body are stored.`]),
  ]
}

function sought({ match = {} }: ExpectedCalls): string[] {
  const { headers = {}, query = {}, body = {}, ...plain } = match
  const rows = [
    ...Object.entries(plain).filter(([, value]) => value !== undefined),
    ...Object.entries(headers).map(([name, value]) => [`headers.${name}`, value] as const),
    ...Object.entries(query).map(([name, value]) => [`query.${name}`, value] as const),
    ...Object.entries(body),
  ]
  if (rows.length === 0) return ['Expected any call.']
  return ['Looked for', ...aligned(rows.map(([at, value]) => [at, writeFoundValue(value)]))]
}

function found({ closest, requests, matched, unsure, evicted }: Verdict, shown: ShownCalls): string[] {
  if (closest.length > 0) {
    return ['Closest', ...closest.flatMap(({ id, differences }) => [...titleCall(shown.get(id)), ...differencesIn(differences)])]
  }
  if (matched + unsure + evicted === 0) return [NOTHING]
  if (matched === 0) return []
  const more = matched - Math.min(requests.length, MATCHES_SHOWN)
  return [
    'What matched',
    ...requests.slice(0, MATCHES_SHOWN).flatMap((id) => [...titleCall(shown.get(id)), ...quoteBody(shown.get(id))]),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function titleCall(call: Schemas['Request'] | undefined): string[] {
  if (!call) return ['  a call that was evicted']
  const { method, path, query, status, via } = call
  const search = new URLSearchParams(query).toString()
  const answer = status === null ? 'not answered' : `answered ${status}`
  const line = `${method} ${path}${search === '' ? '' : `?${search}`}`
  return [`  ${cutText(line, 70)}, ${answer}${via === 'batch' ? ' in a batch' : ''}`]
}

/** Calls that all match are told apart by their bodies. */
function quoteBody(call: Schemas['Request'] | undefined): string[] {
  const body = call?.request.body.replaceAll(/\s+/g, ' ').trim() ?? ''
  return body === '' ? [] : [`    ${cutText(body, 94)}`]
}

function differencesIn(differences: Verdict['closest'][number]['differences']): string[] {
  const rows = differences.map(({ at, expected, actual }) => {
    const [left, right] = cutBoth(writeFoundValue(expected), actual === null ? 'nothing' : writeFoundValue(actual), COLUMN)
    return [cutText(at === '' ? 'body' : at, COLUMN), left, right]
  })
  return aligned([['', 'expected', 'actual'], ...rows], '    ')
}

function writeFoundValue(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}

/** Filters calls by operation, path, status, start, and id. */
export type RequestFilter = QueryOf<'getRequests'>

/** The calls that a world received: `world.requests`. */
export class Requests extends PartOfWorld {
  /**
   * The calls that match, oldest first; at most 100 unless `limit` is set.
   *
   * @throws RefusedError with status 422 if there is no such operation; the message names similar ones.
   * @example
   * await world.fetch('/lists')
   * const [call] = await world.requests.list({ operation: ['getLists'] })
   * console.log(call?.status) // 200
   */
  async list(filter: RequestFilter = {}): Promise<readonly Schemas['Request'][]> {
    const { requests } = await this.call('getRequests', { query: filter })
    return requests
  }

  /**
   * One call, by the `X-Request-Id` of its answer, with its changed rows, and the webhooks, emails, jobs and operations of batches
   * that followed.
   *
   * @throws RefusedError with status 404 if it doesn't exist or was evicted.
   * @example
   * const { headers } = await world.fetch('/lists?colour=red')
   * const { ignored } = await world.requests.get(headers.get('x-request-id') ?? '')
   * console.log(ignored.join()) // colour
   */
  get(id: string): Promise<Schemas['RequestDetail']> {
    return this.call('getRequest', { path: { request_id: id } })
  }

  /**
   * A call as code: a curl command, a call of `fetch`, an expectation of this client, and a Vitest test that begins with the steps that led to
   * the call.
   *
   * @throws RefusedError with status 404 if it doesn't exist or was evicted.
   * @example
   * const { headers } = await world.fetch('/ping')
   * const { verify } = await world.requests.snippets(headers.get('x-request-id') ?? '')
   * console.log(verify.startsWith('await world.requests.verify({ match: { operation: ')) // true
   */
  snippets(id: string): Promise<Schemas['RequestSnippets']> {
    return this.call('getRequestSnippets', { path: { request_id: id } })
  }

  /**
   * Makes a call once more, with the same headers and body. It is a call of its own in the journal.
   *
   * @throws RefusedError with status 404 if the call doesn't exist or was evicted, and 409 if its body could not be read.
   * @example
   * const { headers } = await world.fetch('/ping')
   * const { status } = await world.requests.resend(headers.get('x-request-id') ?? '')
   * console.log(status) // 200
   */
  resend(id: string): Promise<Schemas['Resent']> {
    return this.call('resendRequest', { path: { request_id: id } })
  }

  /**
   * Compares the calls with an expectation; without `count`, at least one call must match. With `within`, waits in real time until
   * the verdict is certain: for `at_least` until enough calls have matched, for `exactly` and `at_most` until the time is up, since
   * another call could still arrive.
   *
   * @throws VerificationError unless the verdict is a pass; the message shows the closest calls.
   * @example
   * await world.fetch('/lists/3eb0000001/members/bob@acme.test', { method: 'PATCH', body: '{"vip":true}' })
   * const { matched } = await world.requests.verify({
   *   match: { operation: 'updateMember', body: { '/vip': true } },
   *   count: { at_least: 1 },
   *   within: 'PT3S',
   * })
   * console.log(matched) // 1
   */
  async verify(expected: Schemas['VerifyRequests'] = {}): Promise<Schemas['Verdict']> {
    const verdict = await this.verdict(expected)
    if (verdict.verdict === 'pass') return verdict
    // A call that was evicted in the meantime is shown without its path.
    const calls = await Promise.all(shownCallIds(verdict).map((id) => this.get(id).catch(() => undefined)))
    const shown = new Map(calls.flatMap((call) => (call ? [[call.id, call]] : [])))
    throw new VerificationError(explainVerdict(expected, verdict, shown), verdict)
  }

  /**
   * Like `verify`, but returns every verdict instead of throwing.
   *
   * @example
   * const { verdict } = await world.requests.verdict({ match: { method: 'DELETE' }, count: { exactly: 0 } })
   * console.log(verdict) // pass
   */
  verdict(expected: Schemas['VerifyRequests'] = {}): Promise<Schemas['Verdict']> {
    return this.call('verifyRequests', { body: expected })
  }

  /**
   * All calls as HAR 1.2, which browsers' developer tools can open.
   *
   * @example
   * await world.fetch('/ping')
   * const { log } = await world.requests.har()
   * console.log(log.entries.length) // 1
   */
  har(filter: QueryOf<'getRequestsHar'> = {}): Promise<Schemas['Har']> {
    return this.call('getRequestsHar', { query: filter })
  }

  /**
   * The actions of the control API between the calls, such as advances of the clock and triggers; at most 100 unless `limit` is set.
   *
   * @example
   * await world.clock.advance('PT1H')
   * const [step] = await world.requests.steps({ kind: ['advance'], order: 'desc' })
   * console.log(step?.summary) // The clock advanced by PT1H
   */
  async steps(filter: QueryOf<'getSteps'> = {}): Promise<readonly Schemas['Step'][]> {
    const { steps } = await this.call('getSteps', { query: filter })
    return steps
  }

  /**
   * Deletes all calls from the journal.
   *
   * @example
   * await world.requests.clear()
   */
  async clear(): Promise<void> {
    await this.call('deleteRequests')
  }
}

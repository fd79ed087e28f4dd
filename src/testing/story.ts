import type { Schemas } from '../client/contract.ts'
import { counted, cutText } from '../client/wording.ts'
import { readInstantMillis } from '../support/time.ts'

/** Maximum number of lines of a story, and of characters in a line. */
export const STORY_LINES_MAX = 15
export const STORY_COLUMNS = 100

/** The calls that a world received, and the webhooks that it sent, each oldest first. */
export interface WorldJournal {
  /** The id of the world. */
  readonly world: string
  readonly requests: readonly Schemas['Request'][]
  readonly deliveries: readonly Schemas['Delivery'][]
}

/**
 * Tells in a few lines what happened last in the worlds of a test: calls with their answers, and webhooks with their outcome, in the
 * order of real time. The first world is that of the test; lines of others name them. `notes` come before the calls.
 */
export function storyOf(journals: readonly [WorldJournal, ...WorldJournal[]], notes: readonly string[] = []): readonly string[] {
  const [{ world }] = journals
  const moments = merged(journals.flatMap((journal) => momentsOf(journal, journal.world === world ? '' : `[${journal.world}] `)))
  const room = STORY_LINES_MAX - 1 - notes.length
  const shown = moments.slice(-room)
  const [first] = shown
  const hasOneTime = shown.every(({ at }) => at.slice(0, SECONDS) === first?.at.slice(0, SECONDS))
  const hasOneDay = shown.every(({ at }) => at.slice(0, DAY) === first?.at.slice(0, DAY))
  const timeOf = (at: string): string => (hasOneTime ? '' : `${timeText(at, hasOneDay ? at : undefined)} `)
  return [
    cutText(headline(world, shown.length, moments.length), STORY_COLUMNS),
    ...notes.map((note) => cutText(`  ${note}`, STORY_COLUMNS)),
    ...shown.map(({ at, line, times }) => fitted(`  ${timeOf(at)}`, line, times)),
  ]
}

function headline(world: string, shown: number, total: number): string {
  if (total === 0) return `No calls reached the world ${world}. Does the application use its URL and key?`
  return `Calls and webhooks of the world ${world}${shown < total ? `, the last ${shown} of ${total}` : ''}:`
}

/** A call or a webhook. */
interface Moment {
  /** Where it stands among the others, in milliseconds of real time. */
  readonly order: number
  /** Its time in the world, ISO 8601. */
  readonly at: string
  readonly line: Line
  /** How many times in a row it happened. */
  readonly times: number
}

/** The parts of a line. If it is too long, `reason` is cut first. */
interface Line {
  readonly subject: string
  readonly outcome: string
  readonly reason: string
  readonly notes: readonly string[]
}

function momentsOf({ requests, deliveries }: WorldJournal, prefix: string): readonly Moment[] {
  const calls = requests.map((call) => {
    const line = callLine(call)
    return { order: millisOf(call.real_at), at: call.at, line: { ...line, subject: prefix + line.subject }, times: 1 }
  })
  const webhooks = deliveries.map((delivery) => {
    const line = webhookLine(delivery)
    const at = delivery.attempts.at(-1)?.at ?? delivery.created_at
    return { order: orderOf(delivery, requests), at, line: { ...line, subject: prefix + line.subject }, times: 1 }
  })
  return [...calls, ...webhooks]
}

/** A delivery stands at its last attempt; without one, after the call that caused it or that came last before it. */
function orderOf({ attempts, cause, created_at }: Schemas['Delivery'], requests: readonly Schemas['Request'][]): number {
  const last = attempts.at(-1)
  if (last) return millisOf(last.real_at)
  const call = requests.find(({ id }) => id === cause.request) ?? requests.findLast(({ at }) => at <= created_at)
  return call ? millisOf(call.real_at) : 0
}

function millisOf(instant: string): number {
  return readInstantMillis(instant) ?? 0
}

/** Sorts, and joins equal neighbours, such as those of a poll. */
function merged(moments: readonly Moment[]): readonly Moment[] {
  const joined: Moment[] = []
  for (const moment of moments.toSorted((one, other) => one.order - other.order)) {
    const before = joined.at(-1)
    if (before && textOf(before.line) === textOf(moment.line)) joined.splice(-1, 1, { ...moment, times: before.times + 1 })
    else joined.push(moment)
  }
  return joined
}

function textOf({ subject, outcome, reason, notes }: Line): string {
  return [subject, outcome, reason, ...notes].join('\n')
}

/** Maximum number of characters of a call's method and address, and of what is noted at the end. */
const SUBJECT_MAX = 60
const NOTES_MAX = 40

function fitted(indent: string, { subject, outcome, reason, notes }: Line, times: number): string {
  const noted = [...notes, ...(times > 1 ? [`${times} times`] : [])].join(', ')
  const end = noted === '' ? '' : ` (${cutText(noted, NOTES_MAX)})`
  const start = `${indent}${cutText(subject, SUBJECT_MAX)}${outcome}`
  const room = STORY_COLUMNS - start.length - end.length - 1
  const middle = reason === '' || room < REASON_MIN ? '' : ` ${cutText(reason, room)}`
  return cutText(start + middle + end, STORY_COLUMNS)
}

/** A reason cut to less than this says nothing. */
const REASON_MIN = 8

function callLine({ method, path, query, status, via, faults, injected, ignored, response }: Schemas['Request']): Line {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const address = shortened(path.replace(/^\/3\.0(?=\/)/, '')) + (search.length === 0 ? '' : `?${search.join('&')}`)
  const caused = faults.map(({ id, effect }) => `fault ${id} ${effect}`)
  const subject = `${method} ${cleaned(address)}`
  const inBatch = via === 'batch' ? ['in a batch'] : []
  if (status === null) {
    const outcome = caused.length === 0 ? ' … no answer yet' : ` … no answer: ${caused.join(', ')}`
    return { subject, outcome, reason: '', notes: inBatch }
  }
  return {
    subject,
    outcome: ` → ${status}`,
    reason: status < 400 || !response ? '' : reasonIn(response.body),
    notes: [
      ...caused,
      ...(injected && caused.length === 0 ? ['X-Trigger-Error'] : []),
      ...inBatch,
      ...(ignored.length === 0 ? [] : [cleaned(`ignored: ${ignored.join(', ')}`)]),
    ],
  }
}

/** Keeps the beginnings of long ids, such as MD5 hashes of addresses. */
function shortened(path: string): string {
  return path.replaceAll(/\b([0-9a-f]{4})[0-9a-f]{12,}\b/gi, '$1…')
}

/** What an error of the service says: its title, and the errors of fields or else the detail. */
function reasonIn(body: string): string {
  const problem = parsed(body)
  if (typeof problem !== 'object' || problem === null) return cleaned(body)
  const { title, detail, errors } = problem as { title?: unknown; detail?: unknown; errors?: unknown }
  const ofFields = Array.isArray(errors) ? errors.flatMap((each: unknown) => fieldError(each)) : []
  const said = ofFields.length > 0 ? ofFields.join('; ') : detail
  return cleaned([title, said].filter((part) => typeof part === 'string' && part !== '').join(': '))
}

function fieldError(error: unknown): string[] {
  if (typeof error !== 'object' || error === null || !('message' in error)) return []
  const { field, message } = error as { field?: unknown; message: unknown }
  return [typeof field === 'string' && field !== '' ? `${field}: ${String(message)}` : String(message)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function webhookLine(delivery: Schemas['Delivery']): Line {
  const { event, url, status, attempts, reason = '', next_attempt_at: next, delivery_fault: fault, created_at } = delivery
  const last = attempts.at(-1)
  const answer = last?.response ? String(last.response.status) : (last?.error ?? '')
  const due = next === undefined ? '' : `at ${timeText(next, created_at)}`
  const said = {
    pending: last ? 'being sent again' : due === '' ? 'not answered yet' : `due ${due}`,
    delivered: '',
    retrying: `retry ${due}`,
    failed: attempts.length > 1 ? `failed after ${counted(attempts.length, 'attempt')}` : '',
    blocked: 'blocked',
    recorded: 'not sent',
  }[status]
  return {
    subject: cleaned(`webhook ${event} → ${url}`),
    outcome: ` → ${cleaned([answer, said].filter((part) => part !== '').join(', '))}`,
    reason: answer === '' ? cleaned(reason) : '',
    notes: fault === undefined ? [] : [`delivery fault ${fault}`],
  }
}

/** Length of an instant up to its day, and up to its seconds. */
const DAY = 10
const SECONDS = 19

/** The time of day of an instant; with its date unless it is that of `reference`. */
function timeText(instant: string, reference: string | undefined): string {
  const text = instant.slice(0, SECONDS).replace('T', ' ')
  return instant.slice(0, DAY) === reference?.slice(0, DAY) ? text.slice(DAY + 1) : text
}

/** What clients and receivers sent, without line breaks and control characters. */
function cleaned(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
}

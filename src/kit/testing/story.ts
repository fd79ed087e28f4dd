import { wrapLines } from '../../kernel/support/wrap-lines.ts'
import { cutText, formatCount } from '../../kernel/support/words.ts'
import type { Schemas } from '../client/contract.ts'
import { unescapeHtml } from '../../kernel/support/escape.ts'
import { isObject } from '../../kernel/support/is-object.ts'
import { parseJsonOrNone } from '../../kernel/support/json-fault.ts'
import { readInstantMillis } from '../../kernel/support/time.ts'
import { attemptKey, type WorldAction, type WorldOrder } from './world-actions.ts'

/** Maximum number of lines of a story, and of characters in a line. */
export const STORY_LINES_MAX = 15
export const STORY_COLUMNS = 100

/** What happened in a world. */
export interface WorldJournal extends WorldOrder {
  /** The id of the world. */
  readonly world: string
  /** The calls and the webhooks of the world, each oldest first. */
  readonly requests: readonly Schemas['Request'][]
  readonly deliveries: readonly Schemas['Delivery'][]
  /** What answers took from the cache of stats, and which webhooks leave a change out, by the id of the call. */
  readonly remarks: ReadonlyMap<string, string>
  /** What a frozen clock holds back. */
  readonly pending: string | undefined
}

/**
 * Tells in a few lines what happened last in the worlds of a test, in the order of real time: calls with their answers, each attempt of a
 * webhook with its outcome, triggers, and advances of the clock. The first world is that of the test; lines of others name them. `notes` come
 * first, and what frozen clocks hold back comes last. Long lines are wrapped.
 */
export function tellJournals(
  journals: readonly [WorldJournal, ...WorldJournal[]],
  notes: readonly string[] = [],
): readonly string[] {
  const [{ world }] = journals
  const prefixOf = (journal: WorldJournal): string => (journal.world === world ? '' : `[${journal.world}] `)
  const moments = mergeMoments(journals.flatMap((journal) => listMoments(journal, prefixOf(journal))))
  const before = notes.flatMap((note) => wrapText('  ', cleanText(note), NOTE_LINES_MAX))
  const after = journals.flatMap((journal) =>
    journal.pending === undefined ? [] : wrapText('  ', cleanText(prefixOf(journal) + journal.pending), NOTE_LINES_MAX),
  )
  const total = moments.length
  const hasCalls = journals.some(({ requests, deliveries }) => requests.length + deliveries.length > 0)
  const headlineLines = wrapText('', headline(world, total, total, hasCalls), NOTE_LINES_MAX).length
  const shown = latest(moments, STORY_LINES_MAX - headlineLines - before.length - after.length)
  return [
    ...wrapText('', headline(world, shown.count, total, hasCalls), NOTE_LINES_MAX),
    ...before,
    ...shown.lines,
    ...after,
  ].slice(0, STORY_LINES_MAX)
}

/** The lines of the latest moments that fit, and how many moments they tell. */
function latest(moments: readonly Moment[], room: number): { readonly lines: readonly string[]; readonly count: number } {
  const last = moments.slice(-Math.max(room, 0))
  for (let from = 0; from < last.length; from++) {
    const told = last.slice(from)
    const [first] = told
    const hasOneTime = told.every(({ at }) => at.slice(0, SECONDS) === first?.at.slice(0, SECONDS))
    const hasOneDay = told.every(({ at }) => at.slice(0, DAY) === first?.at.slice(0, DAY))
    const timeOf = (at: string): string => (hasOneTime ? '' : `${timeText(at, hasOneDay ? at : undefined)} `)
    const lines = told.flatMap(({ at, line, times }) => fitLine(`  ${timeOf(at)}`, line, times))
    if (lines.length <= room) return { lines, count: told.length }
  }
  return { lines: [], count: 0 }
}

function headline(world: string, shown: number, total: number, hasCalls: boolean): string {
  if (!hasCalls) return `No calls reached the world ${world}. Does the application use its URL and key?`
  return `Calls and webhooks of the world ${world}${shown < total ? `, the last ${shown} of ${total}` : ''}:`
}

/** A call, an attempt of a webhook, a trigger or an advance. */
interface Moment {
  /** Where it stands among the others: milliseconds of real time, and the number of its step if it has one. */
  readonly order: number
  readonly step: number
  /** Its time in the world, ISO 8601. */
  readonly at: string
  readonly line: StoryLine
  /** How many times in a row it happened. */
  readonly times: number
  /** The text that stands for several advances in a row, such as the advances of `travel`. `undefined` for everything else. */
  readonly advances: string | undefined
}

/** The parts of a line. */
interface StoryLine {
  readonly subject: string
  readonly outcome: string
  readonly reason: string
  readonly notes: readonly string[]
}

/** The step of a moment that bundles do not contain. Such a moment comes after all others of the same instant. */
const NO_STEP = Number.MAX_SAFE_INTEGER

function listMoments({ requests, deliveries, actions, steps, remarks }: WorldJournal, prefix: string): readonly Moment[] {
  const momentOf = (at: string, order: number, step: number, line: StoryLine, advances?: string): Moment => ({
    at,
    order,
    step,
    line: { ...line, subject: prefix + line.subject },
    times: 1,
    advances,
  })
  const calls = requests.map((call) =>
    momentOf(call.at, millisOf(call.real_at), steps.get(call.id) ?? NO_STEP, callLine(call, remarks.get(call.id))),
  )
  const webhooks = deliveries.flatMap((delivery) => {
    const { attempts } = delivery
    if (attempts.length === 0)
      return [momentOf(delivery.created_at, orderDelivery(delivery, requests), NO_STEP, webhookLine(delivery, undefined))]
    return attempts.map((attempt) => {
      const step = steps.get(attemptKey(delivery.id, attempt.real_at)) ?? NO_STEP
      return momentOf(attempt.at, millisOf(attempt.real_at), step, webhookLine(delivery, attempt))
    })
  })
  const others = actions.map(({ kind, at, until, order, step, text }) =>
    momentOf(at, order, step, actionLine(kind, until, cleanText(text)), kind === 'advance' ? `${prefix}advance` : undefined),
  )
  return [...calls, ...webhooks, ...others]
}

function actionLine(kind: WorldAction['kind'], until: string, subject: string): StoryLine {
  return { subject, outcome: kind === 'advance' ? ` → ${timeText(until, undefined)}` : '', reason: '', notes: [] }
}

/** A delivery without an attempt stands after its call, or after the last call before it. */
function orderDelivery({ cause, created_at }: Schemas['Delivery'], requests: readonly Schemas['Request'][]): number {
  const call = requests.find(({ id }) => id === cause.request) ?? requests.findLast(({ at }) => at <= created_at)
  return call ? millisOf(call.real_at) : 0
}

function millisOf(instant: string): number {
  return readInstantMillis(instant) ?? 0
}

/** Sorts, and joins equal neighbours (the calls of a poll) and consecutive advances. */
function mergeMoments(moments: readonly Moment[]): readonly Moment[] {
  const joined: Moment[] = []
  for (const moment of moments.toSorted((one, other) => one.order - other.order || one.step - other.step)) {
    const before = joined.at(-1)
    if (before && moment.advances !== undefined && before.advances === moment.advances)
      joined.splice(-1, 1, {
        ...moment,
        at: before.at,
        line: { ...moment.line, subject: moment.advances },
        times: before.times + 1,
      })
    else if (before && joinStoryLine(before.line) === joinStoryLine(moment.line))
      joined.splice(-1, 1, { ...moment, times: before.times + 1 })
    else joined.push(moment)
  }
  return joined
}

function joinStoryLine({ subject, outcome, reason, notes }: StoryLine): string {
  return [subject, outcome, reason, ...notes].join('\n')
}

/** Maximum number of characters of a call's method and address, and of the notes at the end. */
const SUBJECT_MAX = 60
const NOTES_MAX = 200

/** Maximum number of lines of a moment, and of a note. */
const MOMENT_LINES_MAX = 4
const NOTE_LINES_MAX = 4

function fitLine(indent: string, { subject, outcome, reason, notes }: StoryLine, times: number): readonly string[] {
  const noted = [...notes, ...(times > 1 ? [`${times} times`] : [])].join(', ')
  const end = noted === '' ? '' : ` (${cutText(noted, NOTES_MAX)})`
  const middle = reason === '' ? '' : ` ${reason}`
  // A long line is cut in the middle, since the notes of the double stand at its end.
  const room = MOMENT_LINES_MAX * LINE_USED - end.length - SUBJECT_MAX - outcome.length
  return wrapText(
    indent,
    `${cutText(subject, SUBJECT_MAX)}${outcome}${cutText(middle, Math.max(room, 1))}${end}`,
    MOMENT_LINES_MAX,
  )
}

/** How much of a line is at least used when words are wrapped. */
const LINE_USED = 80

/** Indentation of the lines after the first. */
const HANGING = '      '

/** Wraps a text into a number of lines. What a client sent may have no spaces, and is then divided anywhere. */
function wrapText(indent: string, text: string, max: number): readonly string[] {
  const lines = wrapLines(text, STORY_COLUMNS, { first: indent, hanging: HANGING, divides: true })
  if (lines.length <= max) return lines
  const [last = '', next = ''] = lines.slice(max - 1)
  return [...lines.slice(0, max - 1), cutText(`${last} ${next.trimStart()}`, STORY_COLUMNS)]
}

function callLine(
  { method, path, query, status, via, faults, injected, ignored, hint, hints, response }: Schemas['Request'],
  remark: string | undefined,
): StoryLine {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  const address = shortenIds(path.replace(/^\/3\.0(?=\/)/, '')) + (search.length === 0 ? '' : `?${search.join('&')}`)
  const caused = faults.map(({ id, effect }) => `fault ${id} ${effect}`)
  const subject = `${method} ${cleanText(address)}`
  const inBatch = via === 'batch' ? ['in a batch'] : []
  if (status === null) {
    const outcome = caused.length === 0 ? ' … no answer yet' : ` … no answer: ${caused.join(', ')}`
    return { subject, outcome, reason: '', notes: inBatch }
  }
  return {
    subject,
    outcome: ` → ${status}`,
    reason: status < 400 || !response ? '' : reasonIn(response.body, hint),
    notes: [
      ...caused,
      ...(injected && caused.length === 0 ? ['X-Trigger-Error'] : []),
      ...inBatch,
      ...(remark === undefined ? [] : [cleanText(remark)]),
      ...(ignored.length === 0 ? [] : [cleanText(`ignored: ${ignored.join(', ')}`)]),
      ...hints.map(({ message }) => cleanText(message)),
    ],
  }
}

/** Keeps the beginnings of long ids, such as MD5 hashes of addresses. */
function shortenIds(path: string): string {
  return path.replaceAll(/\b([0-9a-f]{4})[0-9a-f]{12,}\b/gi, '$1…')
}

/** What an error of the service says, and what the double knows beyond: its title, the errors of fields, and the hint or else the detail. */
function reasonIn(body: string, hint: string | null): string {
  const problem = parseJsonOrNone(body)
  if (!isObject(problem)) return cleanText(sentenceIn(body))
  const { title, detail, errors, error, error_description: description } = problem
  // The sign-in of applications answers as OAuth says.
  if (typeof error === 'string') return cleanText([error, description].filter((part) => typeof part === 'string').join(': '))
  const ofFields = Array.isArray(errors) ? errors.flatMap((each: unknown) => fieldError(each)) : []
  const said = ofFields.length > 0 ? [ofFields.join('; '), hint].filter(Boolean).join(' – ') : (hint ?? detail)
  return cleanText([title, said].filter((part) => typeof part === 'string' && part !== '').join(': '))
}

/** The heading and the first sentence of a page of the double. Other texts stay as they are. */
function sentenceIn(text: string): string {
  const page = /<main><h1>([^<]*)<\/h1>\s*<p>([^<]*)<\/p>/.exec(text)
  return page ? unescapeHtml(`${page[1]}: ${page[2]}`) : text
}

function fieldError(error: unknown): string[] {
  if (!isObject(error) || !('message' in error)) return []
  const { field, message } = error
  return [typeof field === 'string' && field !== '' ? `${field}: ${String(message)}` : String(message)]
}

/** The line of an attempt, or of a delivery without one. Only the last attempt says what becomes of the delivery. */
function webhookLine(delivery: Schemas['Delivery'], attempt: Schemas['Delivery']['attempts'][number] | undefined): StoryLine {
  const { event, url, attempts, reason = '', delivery_fault: fault } = delivery
  const answer = attempt?.response ? String(attempt.response.status) : (attempt?.error ?? '')
  const said = attempt === attempts.at(-1) ? describeDeliveryProgress(delivery) : ''
  return {
    subject: cleanText(`webhook ${event} → ${url}`),
    outcome: ` → ${cleanText([answer, said].filter((part) => part !== '').join(', '))}`,
    reason: answer === '' ? cleanText(reason) : '',
    notes: fault === undefined ? [] : [`delivery fault ${fault}`],
  }
}

function describeDeliveryProgress({ status, attempts, next_attempt_at: next, created_at }: Schemas['Delivery']): string {
  const due = next === undefined ? '' : `at ${timeText(next, created_at)}`
  return {
    pending: attempts.length > 0 ? 'being sent again' : due === '' ? 'not answered yet' : `due ${due}`,
    delivered: '',
    retrying: `retry ${due}`,
    failed: attempts.length > 1 ? `failed after ${formatCount(attempts.length, 'attempt')}` : '',
    blocked: 'blocked',
    recorded: 'not sent',
  }[status]
}

/** Length of an instant up to its day, and up to its seconds. */
const DAY = 10
const SECONDS = 19

/** The time of day of an instant; with the date unless `reference` is on the same day. */
function timeText(instant: string, reference: string | undefined): string {
  const text = instant.slice(0, SECONDS).replace('T', ' ')
  return instant.slice(0, DAY) === reference?.slice(0, DAY) ? text.slice(DAY + 1) : text
}

/** What clients and receivers sent, without line breaks and control characters. */
function cleanText(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim()
}

import { messageOf } from '../../kernel/support/thrown.ts'
import { type Millis, readInstantMillis } from '../../kernel/support/time.ts'
import { tooDeep } from '../../service/calls/json.ts'
import type { Exchange } from '../drift/exchange.ts'
import { bodyText, type RecordedBody, Unreadable } from './body.ts'

/** An exchange of a recording. */
export interface Recorded extends Exchange {
  /** Its place in the file: `entry 3`. */
  readonly where: string
  /** Whether a fault of maildouble has changed the answer, or may have. */
  readonly isAltered?: boolean
}

/** An entry of a recording that cannot be read. */
interface UnreadableEntry {
  readonly where: string
  /** Completes the sentence "The entry …". */
  readonly why: string
}

/** What a file holds, in the order of the recording. */
export interface Recording {
  readonly exchanges: readonly Recorded[]
  readonly unreadable: readonly UnreadableEntry[]
}

/** The parts of an entry, as the formats have them. */
export interface RecordingEntry {
  readonly method: unknown
  readonly url: unknown
  readonly requestHeaders: ReadonlyMap<string, string>
  readonly requestBody: RecordedBody | undefined
  readonly status: unknown
  readonly headers: ReadonlyMap<string, string>
  readonly body: RecordedBody
  readonly at: Millis | undefined
  readonly isAltered?: boolean
}

/** The largest number of entries of a recording that are read. */
const ENTRIES_MAX = 100_000

/** Reads the entries of a recording one by one. An entry that cannot be read does not hide the others. */
export function readEntries(entries: readonly unknown[], read: (entry: unknown) => RecordingEntry): Recording {
  if (entries.length > ENTRIES_MAX) throw new Unreadable(`has ${entries.length} entries; at most ${ENTRIES_MAX} are read`)
  const exchanges: Recorded[] = []
  const unreadable: UnreadableEntry[] = []
  for (const [index, entry] of entries.entries()) {
    const where = `entry ${index + 1}`
    try {
      exchanges.push(parseEntry(read(entry), where))
    } catch (error) {
      const why = error instanceof Unreadable ? error.message : `cannot be read (${messageOf(error)})`
      unreadable.push({ where, why })
    }
  }
  return { exchanges, unreadable }
}

function parseEntry(entry: RecordingEntry, where: string): Recorded {
  const { requestHeaders } = entry
  const method = typeof entry.method === 'string' ? entry.method.toUpperCase() : ''
  if (!/^[A-Z]{1,20}$/.test(method)) throw new Unreadable('has no method')
  if (UNSENT.has(method)) throw new Unreadable(`has the method ${method}, which no client of the API can send`)
  if (typeof entry.url !== 'string' || !/^https?:/i.test(entry.url) || !URL.canParse(entry.url))
    throw new Unreadable('has no URL')
  const url = new URL(entry.url)
  const status = typeof entry.status === 'string' ? Number.parseInt(entry.status, 10) : entry.status
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 100 || status > 599)
    throw new Unreadable('has no answer')
  if (status < 200) throw new Unreadable(`has the status ${status}, which is no final answer`)
  const hasBody = entry.requestBody !== undefined && method !== 'GET' && method !== 'HEAD'
  const keys = keysIn(url, requestHeaders)
  const headers = new Map([...entry.headers].map(([name, value]) => [name, withoutKeys(value, keys)]))
  return {
    where,
    ...(entry.isAltered ? { isAltered: true } : {}),
    method,
    url,
    requestHeaders,
    requestBody: hasBody ? readableBody(entry.requestBody, requestHeaders) : undefined,
    status,
    headers,
    body: withoutKeys(readableBody(entry.body, entry.headers), keys),
    at: [entry.at, dateIn(headers)].find((each) => each !== undefined && each >= EARLIEST && each < LATEST),
  }
}

/** Methods that `fetch` refuses, as browsers do. */
const UNSENT: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK'])

/** From 2000 until 2100. Other times are mistakes, and no world can be moved to them. */
const [EARLIEST, LATEST] = [946_684_800_000, 4_102_444_800_000]

function readableBody(body: RecordedBody, headers: ReadonlyMap<string, string>): string {
  const text = bodyText(body, headers.get('content-encoding'))
  if (tooDeep(text)) throw new Unreadable('has a body that is nested deeper than 64 levels')
  return text
}

/** The time at which the server answered. */
function dateIn(headers: ReadonlyMap<string, string>): Millis | undefined {
  const date = headers.get('date')
  return date === undefined ? undefined : parseInstant(date)
}

/** An instant as recorders write it: ISO 8601, the form of HTTP headers, or milliseconds since 1970. */
export function parseInstant(value: unknown): Millis | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const [, day, month = '', year, time] = HTTP_DATE.exec(value.trim()) ?? []
  const number = MONTHS.indexOf(month) + 1
  if (number > 0) return readInstantMillis(`${year}-${String(number).padStart(2, '0')}-${String(day).padStart(2, '0')}T${time}Z`)
  return readInstantMillis(value.trim().replace(/\.(\d{3})\d+/, '.$1'))
}

const HTTP_DATE = /^[A-Za-z]{3}, (\d{1,2}) ([A-Za-z]{3}) (\d{4}) (\d\d:\d\d:\d\d)/
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Headers from pairs of names and values. Names are lower-cased; several values of a name are joined, as HTTP allows. */
export function headersFrom(pairs: Iterable<readonly [unknown, unknown]>): Map<string, string> {
  const headers = new Map<string, string>()
  for (const [name, value] of pairs) {
    if (typeof name !== 'string') continue
    const texts = [value].flat().filter((each) => typeof each === 'string' || typeof each === 'number')
    const key = name.toLowerCase()
    const before = headers.get(key)
    headers.set(key, [...(before === undefined ? [] : [before]), ...texts.map(headerText)].join(', '))
  }
  return headers
}

/** A value as it can stand in a header: on one line, in bytes. */
function headerText(value: string | number): string {
  const line = String(value)
    .replace(/[\0\r\n]+\s*/g, ' ')
    .trim()
  return /^[\0-\xff]*$/.test(line) ? line : Buffer.from(line).toString('latin1')
}

/** The shortest secret: shorter words stand in for a key that a recorder has removed. */
const LENGTH_MIN = 16

/** The keys with which a recorded call was authorized. */
function keysIn(url: URL, headers: ReadonlyMap<string, string>): readonly string[] {
  const [, scheme = '', given = ''] = /^\s*(\S+)\s+(\S+)/.exec(headers.get('authorization') ?? '') ?? []
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(given, 'base64').toString().split(':') : []
  return [given, ...pair, url.searchParams.get('apikey') ?? ''].filter((each) => each.length >= LENGTH_MIN)
}

/** A text of an answer in which keys do not come back, in whatever case. */
function withoutKeys(text: string, keys: readonly string[]): string {
  return keys.reduce(
    (clean, key) => clean.replaceAll(new RegExp(key.replaceAll(/[^A-Za-z0-9]/g, String.raw`\$&`), 'gi'), '{{api_key}}'),
    text,
  )
}

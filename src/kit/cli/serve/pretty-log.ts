import { cutText } from '../../../kernel/support/words.ts'
import { escapeControls } from '../../../kernel/support/escape.ts'
import type { CallEvent, DeliveryEvent, ReloadEvent } from '../../double/events.ts'
import type { RunningServer } from '../../double/start.ts'
import { version } from '../../../kernel/contract/generated/version.ts'
import { COLUMNS, type Lines, type TextStyle, type Paint } from '../output.ts'
import { droppedNotice, type ServerLog } from './log.ts'
import type { ServeOptions } from './options.ts'

/** The greeting: the addresses, the key, and three commands to paste. */
export function greeting(server: RunningServer, { data, store }: ServeOptions): string {
  const { url, apiKey, controlToken, scenario, seed, isSeedRandom, unreadable } = server
  const token = controlToken === undefined ? '' : ` -H 'authorization: Bearer ${controlToken}'`
  if (unreadable !== undefined) {
    return [
      `maildouble ${version} serves no world "default": it is stored but can't be read. Calls for it are answered with 503.`,
      '',
      `  Control    ${url}/_control`,
      ...(controlToken === undefined ? [] : [`  Token      ${controlToken}`]),
      '',
      "See which worlds can be read, and why others can't:",
      `  curl${token} ${url}/_control/worlds`,
      '',
    ].join('\n')
  }
  return [
    `maildouble ${version} serves the scenario "${scenario}", clock ${clockText(server)}`,
    '',
    `  API        ${url}/3.0`,
    `  API key    ${apiKey}`,
    `  Inspector  ${url}/_inspector/`,
    `  Reference  ${url}/_docs`,
    ...(controlToken === undefined ? [] : [`  Token      ${controlToken}`]),
    ...(isSeedRandom ? [`  Seed       ${seed} (random; reuse it with --seed)`] : []),
    ...(data === undefined ? [] : [`  Saved in   ${data}`]),
    ...(store === undefined ? [] : [`  Saved in   ${withoutPassword(store)}`]),
    '',
    'Try:',
    `  curl -u any:${apiKey} ${url}/3.0/`,
    `  curl -u any:${apiKey} \\`,
    `       '${url}/3.0/lists?fields=lists.id,lists.name'`,
    `  curl${token} -H 'content-type: application/json' \\`,
    `       -d '{"by":"PT5M"}' ${url}/_control/clock/advance`,
    '',
  ].join('\n')
}

/** The clock mode, and its start unless that is now. */
function clockText({ clock: { mode, rate }, now }: RunningServer): string {
  if (mode === 'frozen') return `frozen at ${now}`
  const pace = mode === 'scaled' ? `scaled:${rate}` : mode
  return Math.abs(Date.parse(now) - Date.now()) < SOON_MS ? pace : `${pace} from ${now}`
}

/** A clock that is less than this off counts as showing real time. */
const SOON_MS = 60_000

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return ''
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '***'
  return shown.href
}

/** Column width of the path, where there is room. */
const PATH_COLUMNS = 31

/** Logs for people: one line per call, in columns. Defects and notices go to standard error. */
export function prettyLog(out: Lines, err: Lines, paint: Paint): ServerLog {
  const complain = (text: string): void => {
    out.flush()
    err.print(`${clock()} ${text.split('\n').map(escapeControls).join('\n')}`)
    err.flush()
  }
  out.onDropped((count) => out.print(`${clock()} ${droppedNotice(count)}`))
  return {
    listening(server, options) {
      out.print(greeting(server, options))
      out.flush()
    },
    event(event) {
      if (event.type === 'reload') describeReload(event).forEach((line) => out.print(line))
      else out.print(() => (event.type === 'call' ? formatCall(event, paint) : deliveryLine(event, paint)))
    },
    message: complain,
    stopping(cause) {
      const [why, other] = cause === 'stdin' ? ['standard input has ended', 'a signal'] : [cause, 'a second signal']
      out.print(`${clock()} ${why}: stopping after the calls in flight; at once on ${other}`)
    },
    end: () => new Promise((resolve) => err.flush(() => out.flush(resolve))),
  }
}

/** The common parts of a call's and a delivery's line. */
interface Columns {
  readonly time: string
  readonly status: number | null
  readonly duration_ms: number | null
  readonly method: string
  readonly path: string
  readonly query: string
}

function formatCall(call: CallEvent, paint: Paint): string {
  const { world, world_by, via, operation, faults, defect, error, injected } = call
  const notes = [
    operation ?? '',
    via === 'batch' ? 'in a batch' : '',
    world === 'default' ? '' : `world ${world}${world_by === 'header' ? ' by header' : ''}`,
    ...faults.map(({ id, effect }) => `fault ${id}: ${effect}`),
    injected && faults.length === 0 ? `requested ${error ?? 'an error'}` : '',
  ]
  return columns(call, notes, paint, defect ? 'DEFECT' : '')
}

function deliveryLine(delivery: DeliveryEvent, paint: Paint): string {
  const { time, duration_ms, world, event, url, status, answered, attempts, error } = delivery
  const notes = [
    event,
    status,
    attempts > 1 ? `attempt ${attempts}` : '',
    world === 'default' ? '' : `world ${world}`,
    error ?? '',
  ]
  return columns({ time, status: answered, duration_ms, method: 'webhook', path: url, query: '' }, notes, paint)
}

/**
 * Fits a line into the usual width where possible: only the query is shortened. The notes stand after the path, the alarm is a word that marks bad
 * news.
 */
function columns(
  { time, status, duration_ms, method, path, query }: Columns,
  notes: readonly string[],
  paint: Paint,
  alarm = '',
): string {
  const at = clock(time)
  const code = String(status ?? '-').padStart(3)
  const took = duration_ms === null ? '' : `${duration_ms}ms`
  const head = ` ${took.padStart(6)} ${method.padEnd(7)} `
  const tail = notes.filter((note) => note !== '').join(', ')
  const room = COLUMNS - at.length - 1 - code.length - head.length - tail.length - 1 - (alarm === '' ? 0 : alarm.length + 1)
  const target = shortenAddress(path, query, room).padEnd(Math.min(PATH_COLUMNS, room))
  const line = `${paint('dim', at)} ${paint(chooseStatusStyle(status), code)}${escapeControls(`${head}${target} ${tail}`)}`
  return alarm === '' ? line.trimEnd() : `${line} ${paint('red', alarm)}`
}

function shortenAddress(path: string, query: string, room: number): string {
  if (query === '') return path
  return cutText(`${path}?${query}`, Math.max(room, path.length + 2))
}

function describeReload({ time, files, scenario, renewed, errors }: ReloadEvent): string[] {
  const what = files.join(', ')
  const world = renewed ? `the world default was reset to ${scenario}` : 'the world default is unchanged'
  const broken = errors.length === 0 ? '' : `, ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:`
  return [
    escapeControls(`${clock(time)} ${what} changed: ${world}${broken}`),
    ...errors.map((error) => escapeControls(`         ${error}`)),
  ]
}

/** The time of day at an instant, or now. */
function clock(time?: string): string {
  if (time === undefined) return timeOfDay(new Date())
  const second = time.slice(0, SECOND_LENGTH)
  if (second !== latest.second) latest = { second, shown: timeOfDay(new Date(time)) }
  return latest.shown
}

function timeOfDay(date: Date): string {
  return date.toTimeString().slice(0, 8)
}

/** Length of an instant in ISO 8601 up to its seconds. */
const SECOND_LENGTH = 19

/** The latest second that was shown. Thousands of lines may show the same one, and to format it takes half as long as the rest of a line. */
let latest = { second: '', shown: '' }

function chooseStatusStyle(status: number | null): TextStyle {
  if (status === null || status >= 500) return 'red'
  return status >= 400 ? 'yellow' : 'green'
}
